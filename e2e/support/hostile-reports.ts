import { hostileMarkdown, hostileTexts, some } from '@assay/testing/hostile-markup'
import type { APIRequestContext } from '@playwright/test'
import { ONE_TEST } from './hostile-data.ts'

/** Addresses of the stored content; the last one is read with the token only. */
export type HostileReports = { report: string; share: string; sharedReport: string; published: string; edit: string }

/** Stores a report and links in which every text is a payload. */
export async function storeHostileReports(
  request: APIRequestContext,
  { token, product }: { token: string; product: string },
): Promise<HostileReports> {
  const every = process.env.ASSAY_XSS === 'all' ? 1 : 4
  const call = async (procedure: string, input: object): Promise<Record<string, unknown>> => {
    const answer = await request.post(`/api/trpc/${procedure}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      data: { project: 'demo', ...input },
    })
    const body: { result?: { data: Record<string, unknown> } } = await answer.json()
    if (body.result === undefined) throw new Error(`${procedure}: ${JSON.stringify(body)}`)
    return body.result.data
  }
  const query = new URLSearchParams({ columns: 'version', product, test: ONE_TEST }).toString()
  const texts = hostileTexts().filter((text) => text.length < 150 && text.trim() === text && !/\p{Cc}/u.test(text))
  const title = texts[11] ?? ''
  const markdown = some(hostileMarkdown(), every, 3).map((text) => text.replaceAll(/\p{Cc}(?<!\n)/gu, ' '))
  const figure = `\`\`\`assay\n/p/demo/compare?${query}\ncaption: ${texts[12]}\n\`\`\``
  const content = {
    title,
    tldr: texts.slice(20, 60).join('\n'),
    text: [figure, ...markdown].join('\n\n').slice(0, 90_000),
  }
  const { slug, revision } = await call('reports.create', { content })
  const { number } = await call('reports.publish', { slug, revision, note: texts[13] })
  const what = { kind: 'comparison', query }
  const report = { kind: 'report', slug, version: number }
  const [secret, ofReport, published] = await Promise.all([
    call('shares.create', { share: { title: texts[14], what } }),
    call('shares.create', { share: { title: texts[15], what: report } }),
    call('shares.create', { share: { title: texts[16], what, publishAs: `xss-${crypto.randomUUID()}` } }),
  ])
  return {
    report: `/p/demo/reports/${slug}`,
    share: `/s/${secret.secret}`,
    sharedReport: `/s/${ofReport.secret}`,
    published: `/published/assay/${published.slug}`,
    edit: `/p/demo/reports/${slug}/edit`,
  }
}
