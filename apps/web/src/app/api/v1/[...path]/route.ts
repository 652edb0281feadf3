import { handleRest } from '@assay/api/rest/handle-rest'
import { services } from '../../../../trpc/services.ts'

export const dynamic = 'force-dynamic'

async function handler(request: Request): Promise<Response> {
  return handleRest(request, await services())
}

// Every method comes here, so that the answer to a wrong one is ours too.
export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
}
