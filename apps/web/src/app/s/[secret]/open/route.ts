import { problemResponse } from '@assay/api/http/problem-document'
import { readBytes } from '@assay/api/http/read-body'
import { sharePath } from '../../../../paths.ts'
import { tryPassword } from '../../../../server/open-share-page.ts'

const MAX_BYTES = 4_096

type Props = { params: Promise<{ secret: string }> }

/** Handles the password form of a shared link and redirects back to the page. */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { secret } = await params
  const sent = await readBytes(request, { packed: MAX_BYTES, unpacked: MAX_BYTES })
  if (!sent.ok) return problemResponse(sent.error)
  const given = new URLSearchParams(sent.value.toString('utf8')).get('password') ?? ''
  const cookie = await tryPassword(secret, given, request)
  if (cookie instanceof Response) return cookie
  const location = cookie === null ? `${sharePath(secret)}?wrong` : sharePath(secret)
  return new Response(null, {
    status: 303,
    headers: { location, ...(cookie === null ? {} : { 'set-cookie': cookie }) },
  })
}
