import { requestFacts } from '@assay/api/access/request-facts'
import { accountExportPath, signInPath } from '../../../paths.ts'
import { services } from '../../../server/web-services.ts'

export const dynamic = 'force-dynamic'

/** Exports all personal data of the signed-in person. */
export async function GET(request: Request): Promise<Response> {
  const { accounts } = await services()
  const person = await accounts.findSignedInPerson(requestFacts(request.headers))
  if (person === null) {
    return new Response(null, { status: 303, headers: { location: signInPath({ next: accountExportPath() }) } })
  }
  return new Response(JSON.stringify(await accounts.export(person), null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="assay-account.json"',
      'cache-control': 'private, no-store',
    },
  })
}
