import { readDocPicture } from '../../../../server/docs.ts'

type Context = { params: Promise<{ name: string }> }

/** A picture of the documentation. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const picture = await readDocPicture((await params).name)
  if (picture === null) return new Response('There is no such picture.', { status: 404 })
  return new Response(new Uint8Array(picture), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' },
  })
}
