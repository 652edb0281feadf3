import { readDoc } from '../../../../server/docs.ts'

type Context = { params: Promise<{ name: string }> }

/** A document as Markdown, for programs: `/docs/text/gate.md`. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const name = (await params).name.replace(/\.md$/, '')
  const text = await readDoc(name)
  if (text === null) return new Response('There is no such document. /llms.txt lists them.\n', { status: 404 })
  return new Response(text, {
    headers: { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
