import { handleTrpc } from '@assay/api/http/handle-trpc'
import { trpcPath } from '../../../../paths.ts'
import { services } from '../../../../trpc/services.ts'

export const dynamic = 'force-dynamic'

async function handler(request: Request): Promise<Response> {
  return handleTrpc(request, await services(), trpcPath())
}

export { handler as GET, handler as POST }
