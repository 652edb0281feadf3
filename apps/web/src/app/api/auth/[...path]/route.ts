import { services } from '../../../../trpc/services.ts'

export const dynamic = 'force-dynamic'

const handler = async (request: Request): Promise<Response> => (await services()).people.handle(request)

export { handler as GET, handler as POST }
