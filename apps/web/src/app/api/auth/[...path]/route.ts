import { services } from '../../../../server/web-services.ts'

export const dynamic = 'force-dynamic'

const handler = async (request: Request): Promise<Response> =>
  (await services()).accounts.handleIdentityRequest(request)

export { handler as GET, handler as POST }
