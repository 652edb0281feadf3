import { anonymous, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { createCaller } from '../router.ts'
import { openShare } from '../shares/open-share.ts'
import { readReportsFeed } from './read-reports-feed.ts'

let server: TestServer
let lab: Awaited<ReturnType<TestServer['addProject']>>

const FIGURE = '```assay\n/p/lab/compare?columns=version&base=version:17.6\ncaption: Two versions\n```'
const report = (text = FIGURE) => ({ title: 'Postgres 18 vs 17', tldr: 'Slower.', text })
const as = (name: string) => createCaller({ services: server.services, caller: tokenOf(lab.project, ['write'], name) })
const visitor = () => createCaller({ services: server.services, caller: anonymous })

beforeAll(async () => {
  server = await startTestServer()
  lab = await server.addProject('lab')
  for (const [version, qps] of [
    ['17.6', 1000],
    ['18.0', 800],
  ] as const) {
    await putRun(version, qps)
  }
})
afterAll(() => server.stop())

async function putRun(version: string, qps: number, startedAt = '2026-11-01T00:00:00Z'): Promise<void> {
  const document = exampleDocument({
    version,
    startedAt,
    runId: crypto.randomUUID(),
    metricNames: ['qps'],
    results: [{ test: 'point-query_range=100', clients: 24, values: [qps] }],
  })
  const answer = await server.send(`/api/v1/runs/${document.runId}?onConflict=replace`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${lab.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(document),
  })
  expect(answer.status, await answer.text()).toBe(201)
}

test('only authors see a draft; a second report with the same title gets another address', async () => {
  const ada = as('Ada')
  const made = await ada.reports.create({ project: 'lab', content: report() })
  expect(made).toEqual({ slug: 'postgres-18-vs-17', revision: 1 })
  expect(await ada.reports.create({ project: 'lab', content: report() })).toMatchObject({ slug: `${made.slug}-2` })
  expect(await visitor().reports.list({ project: 'lab' })).toEqual([])
  await expect(visitor().reports.draft({ project: 'lab', slug: made.slug })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(visitor().reports.drafts({ project: 'lab' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect((await ada.reports.drafts({ project: 'lab' })).map(({ slug }) => slug).sort()).toEqual([
    made.slug,
    `${made.slug}-2`,
  ])
  await ada.reports.remove({ project: 'lab', slug: `${made.slug}-2` })
})

test('of two authors, the second gets an error and both texts, and can continue from them', async () => {
  const { slug } = await as('Ada').reports.create({ project: 'lab', content: { ...report(), title: 'Both' } })
  const write = (person: string, text: string, revision: number) =>
    as(person).reports.save({ project: 'lab', slug, draft: { title: 'Both', tldr: '', text, revision } })
  expect(await write('Ada', 'of Ada', 1)).toEqual({ slug, outcome: 'saved', revision: 2, copyId: null })
  const copy = await write('Bo', 'of Bo', 1)
  expect(copy).toMatchObject({ outcome: 'kept', revision: null })
  const draft = await as('Bo').reports.draft({ project: 'lab', slug })
  expect(draft).toMatchObject({ content: { text: 'of Ada' }, copies: [{ content: { text: 'of Bo' }, author: 'Bo' }] })
  expect(await write('Bo', 'of Ada and Bo', draft.revision)).toMatchObject({ outcome: 'saved' })
})

test('a figure has its comparison, or an error that explains why not', async () => {
  const parts = (text: string) => visitor().reports.sections({ project: 'lab', text })
  expect(await parts(`Hello.\n\n${FIGURE}`)).toMatchObject([
    { kind: 'markdown', text: 'Hello.\n' },
    {
      kind: 'figure',
      figure: { study: null, caption: 'Two versions', comparison: { columns: ['version'] } },
      problems: [],
    },
  ])
  const wrong = async (address: string) => {
    const [part] = await parts(`\`\`\`assay\n${address}\n\`\`\``)
    return part?.kind === 'figure' ? part.problems.map(({ line, message }) => `${line}: ${message}`) : part
  }
  expect(await wrong('/p/other/compare')).toEqual([
    '2: This comparison belongs to the project other; a text can only show comparisons of its own project, lab',
  ])
  expect(await wrong('/p/lab/saved/nothing')).toEqual(['2: There is no saved comparison "nothing" in this project'])
  expect(await wrong('/p/lab/compare?colums=version')).toEqual([
    expect.stringMatching(/^2: The address is not understood: unknown parameter/),
  ])
})

test('sentences of the engine about the figures of a text are suggested for its tl;dr', async () => {
  expect(await as('Ada').reports.suggestTldr({ project: 'lab', text: FIGURE })).toEqual([
    {
      about: 'Two versions',
      sentences: [expect.stringMatching(/^1 compared cell: 0 regressions, .* 1 inconclusive; the noise is unknown/)],
    },
  ])
})

test('a version freezes text and values; later changes are reported next to them', async () => {
  const ada = as('Ada')
  const { slug } = await ada.reports.create({
    project: 'lab',
    content: { ...report(`Hello.\n\n${FIGURE}`), title: 'Frozen' },
  })
  const input = { project: 'lab', slug, number: 1 }
  expect(await ada.reports.publish({ project: 'lab', slug, revision: 1, note: null })).toEqual({ number: 1 })
  const before = await visitor().reports.figures(input)
  expect(before).toMatchObject([
    { reproduction: { kind: 'reproduced' }, figure: { runs: [{ version: '17.6' }, { version: '18.0' }] } },
  ])
  await putRun('18.0', 700, '2026-11-20T00:00:00Z')
  const after = await visitor().reports.figures(input)
  expect(after.map(({ figure, sha256 }) => ({ figure, sha256 }))).toEqual(
    before.map(({ figure, sha256 }) => ({ figure, sha256 })),
  )
  expect(after[0]?.reproduction).toEqual({ kind: 'differs', cells: 1, frozen: '0.80', today: '0.70' })
  await ada.reports.save({ project: 'lab', slug, draft: { ...report('Other.'), title: 'Frozen', revision: 1 } })
  expect(await visitor().reports.version({ project: 'lab', slug })).toMatchObject({
    number: 1,
    content: { text: `Hello.\n\n${FIGURE}` },
  })
  await expect(ada.reports.publish({ project: 'lab', slug, revision: 1, note: null })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await ada.reports.publish({ project: 'lab', slug, revision: 2, note: 'shorter' })).toEqual({ number: 2 })
  expect(
    (await visitor().reports.diff({ project: 'lab', slug, from: 1, to: 2 })).text.map(({ kind }) => kind),
  ).toContain('removed')
  expect((await visitor().reports.list({ project: 'lab' })).map((one) => [one.title, one.version])).toEqual([
    ['Frozen', 2],
  ])
})

test('a text with errors cannot be published', async () => {
  const { slug } = await as('Ada').reports.create({
    project: 'lab',
    content: { ...report('```assay\nnothing\n```'), title: 'Wrong' },
  })
  await expect(as('Ada').reports.publish({ project: 'lab', slug, revision: 1, note: null })).rejects.toThrow(
    /^Line 2: "nothing" is not the address/,
  )
})

test('a version is exported as Markdown, HTML, PDF and JSON, with the frozen values', async () => {
  const path = '/api/v1/projects/lab/reports/frozen/export?version=1'
  const read = async (format: string) => (await server.send(`${path}&format=${format}`)).text()
  const markdown = await read('markdown')
  expect(markdown).toMatch(/^# Frozen\n\nAda, \d{4}-\d\d-\d\d, version 1\n\n\*\*tl;dr\*\*\n\n- Slower\.\n\nHello\./)
  expect(markdown).toContain('0.80')
  expect(markdown).toContain('**Figure 1.** Two versions')
  const html = await read('html')
  expect(html).toMatch(/^<!doctype html>/)
  expect(html).toContain('0.80')
  expect(html).not.toMatch(/<script|<link|<img|url\(|@import/)
  const pdf = await server.send(`${path}&format=pdf`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  const { text } = await extractText(new Uint8Array(await pdf.arrayBuffer()), { mergePages: true })
  expect(text).toMatch(/Frozen\s+Ada, .*Slower\..*Hello\..*0\.80.*Figure 1\. Two versions/s)
  const { figures } = JSON.parse(await read('json'))
  expect(figures).toMatchObject([{ figure: { format: 1, grid: { tables: [{ metric: 'qps' }] } } }])
  expect((await server.send(`${path}0&format=json`)).status).toBe(404)
})

test('a draft can be saved by REST, and a conflict names the first author', async () => {
  const send = async (body: unknown) => {
    const answer = await server.send('/api/v1/projects/lab/reports/by-rest', {
      method: 'PUT',
      headers: { authorization: `Bearer ${lab.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  expect(await send(report('One.'))).toMatchObject({ status: 200, body: { outcome: 'saved', revision: 1 } })
  expect(await send(report('Two.'))).toMatchObject({ status: 409 })
  expect(await send({ ...report('Two.'), revision: 1 })).toMatchObject({ body: { outcome: 'saved', revision: 2 } })
  expect(await send({ ...report('Three.'), revision: 1 })).toMatchObject({ body: { outcome: 'kept', revision: null } })
  expect(await send({ ...report('x'), colour: 'red' })).toMatchObject({ status: 422 })
})

test('a feed has only versions of public projects, for every caller', async () => {
  const request = requestFacts(new Headers())
  const { project } = await server.addProject('hidden', 'private')
  const secret = createCaller({ services: server.services, caller: tokenOf(project, ['read', 'write']) })
  const { slug } = await secret.reports.create({ project: 'hidden', content: { ...report('x'), title: 'Canary' } })
  await secret.reports.publish({ project: 'hidden', slug, revision: 1, note: null })
  const feed = (await readReportsFeed(server.services, request, 'lab')) ?? ''
  expect(feed).toContain('<link rel="alternate" type="text/html" href="http://assay.test/o/lab/p/lab/reports/frozen"/>')
  expect(feed).toContain('<title>Frozen</title>')
  expect(feed).not.toMatch(/Canary|by-rest/)
  const what = { kind: 'report', slug, version: 1 } as const
  await secret.shares.create({ project: 'hidden', share: { title: 'Told on purpose', what, publishAs: 'told' } })
  await secret.shares.create({ project: 'hidden', share: { title: 'By its link alone', what } })
  const after = (await readReportsFeed(server.services, request, 'lab')) ?? ''
  expect(after).toContain('<link rel="alternate" type="text/html" href="http://assay.test/published/lab/told"/>')
  expect(after).not.toMatch(/Canary|By its link alone/)
  expect(await readReportsFeed(server.services, request, null)).toContain('<title>Frozen</title>')
  expect(await readReportsFeed(server.services, request, 'nobody')).toBeNull()
})

test('a shared report has the captions of its text, and masked names nowhere', async () => {
  const ada = as('Ada')
  const text = `Postgres is compared here.\n\n${FIGURE.replace('Two versions', 'Two versions of Postgres')}`
  const { slug } = await ada.reports.create({ project: 'lab', content: { ...report(text), title: 'Shared' } })
  await ada.reports.publish({ project: 'lab', slug, revision: 1, note: null })
  const share = {
    title: 'Postgres, shared',
    what: { kind: 'report', slug, version: 1 },
    masks: { Postgres: 'Product X' },
  } as const
  const { secret } = await ada.shares.create({ project: 'lab', share })
  const opened = await openShare(server.services, { secret: secret ?? '' }, { caller: anonymous, proof: null })
  if (opened.kind !== 'open') throw new Error(`the share is ${opened.kind}`)
  const { content } = opened.share
  expect(content.title).toBe('Product X, shared')
  expect(content.figures[0]?.title).toBe('Two versions of Product X')
  expect(content.report?.text).toContain('Product X is compared here.')
  expect(JSON.stringify(content)).not.toMatch(/postgres/i)
})

test('a feed entry is the whole report, with absolute links', async () => {
  const ada = as('Ada')
  const text = `[Runs](/p/lab/runs), <b onclick="x()">bold</b>.\n\n${FIGURE.replace('caption', 'show: table, chart\nrows: point-query_range=100\ncaption')}`
  const { slug } = await ada.reports.create({ project: 'lab', content: { ...report(text), title: 'Whole' } })
  await ada.reports.publish({ project: 'lab', slug, revision: 1, note: null })
  const what = { kind: 'report', slug, version: 1 } as const
  await ada.shares.create({ project: 'lab', share: { title: 'Whole and published', what, publishAs: 'whole' } })
  const feed = (await readReportsFeed(server.services, requestFacts(new Headers()), 'lab')) ?? ''
  const contentOf = (title: string) =>
    new RegExp(`<title>${title}</title>.*?<content type="html">(.*?)</content>`, 's').exec(feed)?.[1] ?? ''
  const [own, shared] = [contentOf('Whole'), contentOf('Whole and published')]
  expect(own).toContain(`&lt;img src=&quot;http://assay.test/o/lab/p/lab/reports/${slug}/chart/1-1-chart-1.png&quot;`)
  expect(shared).toContain('&lt;img src=&quot;http://assay.test/published/lab/whole/chart/1-chart-1.png&quot;')
  for (const whole of [own, shared]) {
    expect(whole).toContain('href=&quot;http://assay.test/p/lab/runs&quot;')
    expect(whole).toContain('&lt;table')
    expect(whole).not.toMatch(/(?:href|src)=&quot;(?!https?:)|onclick|&lt;(?:svg|script)/)
  }
  const chart = { project: 'lab', slug, number: 1, figure: 1 }
  expect(await ada.reports.chart({ ...chart, chart: 1 })).toHaveProperty('title')
  await expect(ada.reports.chart({ ...chart, chart: 9 })).rejects.toThrow('chart of a report')
})
