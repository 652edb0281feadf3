import { handleScim } from '@assay/api/scim/handle-scim'
import { services } from '../../../../../server/web-services.ts'

export const dynamic = 'force-dynamic'

const handler = async (request: Request): Promise<Response> => handleScim(request, await services())

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT }
