import { handleTrpc } from '@assay/api/http/handle-trpc'
import { trpcPath } from '../../../../paths.ts'
import { services } from '../../../../server/web-services.ts'

export const dynamic = 'force-dynamic'

const handler = async (request: Request): Promise<Response> => handleTrpc(request, await services(), trpcPath())

export { handler as GET, handler as POST }
