import { escapeHtml } from '@assay/domain/compare/render/escape-html'
import { embedPath, publishedEmbedPath } from '../../paths.ts'
import { getPublished, getShare, nothingThere } from '../../server/open-share-page.ts'
import { getOrigin } from '../../trpc/server-caller.ts'

const WIDTH = 960
const HEIGHT = 720

/** oEmbed 1.0, which lets other sites embed a shared link. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const origin = await getOrigin()
  const given = query.get('url') ?? ''
  const path = given.startsWith(`${origin}/`) ? given.slice(origin.length) : ''
  const [, secret, organization = '', slug = ''] =
    /^\/(?:s\/([A-Za-z0-9_-]{43,64})|published\/([a-z0-9-]+)\/([a-z0-9-]+))$/.exec(path) ?? []
  const opened = secret === undefined ? await getPublished(organization, slug) : await getShare(secret)
  if (opened.kind !== 'open') return nothingThere()
  const embedded = secret === undefined ? publishedEmbedPath(organization, slug) : embedPath(secret)
  const { title, by } = opened.share.content
  const limited = (name: string, value: number) => Math.min(value, Number(query.get(name)) || value)
  const [width, height] = [limited('maxwidth', WIDTH), limited('maxheight', HEIGHT)]
  const address = escapeHtml(`${origin}${embedded}`)
  return Response.json({
    version: '1.0',
    type: 'rich',
    provider_name: 'Assay',
    provider_url: origin,
    title,
    author_name: by,
    width,
    height,
    // Markup for the site that embeds the link.
    html: `<iframe src="${address}" width="${width}" height="${height}" title="${escapeHtml(title)}" loading="lazy"></iframe>`,
  })
}
