import { sharePath } from '../../../../paths.ts'
import { tryPassword } from '../../../../trpc/open-share.ts'

type Props = { params: Promise<{ secret: string }> }

/** Takes the form that asks for the password, and leads back to the page. */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { secret } = await params
  const given = new URLSearchParams((await request.text()).slice(0, 4_096)).get('password') ?? ''
  const cookie = await tryPassword(secret, given, request)
  if (cookie instanceof Response) return cookie
  const location = cookie === null ? `${sharePath(secret)}?wrong` : sharePath(secret)
  return new Response(null, {
    status: 303,
    headers: { location, ...(cookie === null ? {} : { 'set-cookie': cookie }) },
  })
}
