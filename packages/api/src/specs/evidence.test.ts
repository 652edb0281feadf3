import { rewriteHistory } from '@assay/db/rewrite-history'
import { addPerson } from '@assay/db/testing'
import { readSpecFile } from '@assay/domain/specs/export/read-spec-file'
import { personNamed, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

// A comparison of two versions, where 18.0 has 0.80 of 17.6.
const FIGURE = '```assay\n/p/lab/compare?columns=version&base=version:17.6\nname: versions\ncaption: Two versions\n```'
const CELL = 'figure:versions#point-query_range=100/18.0'
const textWith = (sentence: string) => `# Sorting\n\n${sentence}\n\n${FIGURE}\n`
const BOUND = textWith(`It is [0.80](${CELL}) of what it was.`)

let server: TestServer
let lab: Awaited<ReturnType<TestServer['addProject']>>
const ids = new Map<string, string>()
const runs = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  lab = await server.addProject('lab')
  for (const name of ['olga', 'vic']) {
    const organizations = { [lab.project.organization.id]: name === 'olga' ? ('author' as const) : ('viewer' as const) }
    ids.set(name, await addPerson(server.url, name, { organizations }))
  }
  for (const [version, qps] of [
    ['17.6', 1000],
    ['18.0', 800],
  ] as const)
    runs.set(version, await putRun(version, qps))
})
afterAll(() => server.stop())

const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) })

async function putRun(version: string, qps: number, startedAt = '2026-11-01T00:00:00Z'): Promise<string> {
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
  return document.runId ?? ''
}

const draft = async (text: string) =>
  (await as('olga').specs.create({ project: 'lab', spec: { kind: 'functional', title: 'Sorting', text } })).name
const get = (name: string, revision?: number) => as('olga').specs.get({ project: 'lab', name, revision })
const act = (name: string, action: object) => as('olga').specs.act({ project: 'lab', name, action })
const revise = (name: string, base: number, text: string, more: object = {}) =>
  as('olga').specs.revise({ project: 'lab', name, revision: { base, title: 'Sorting', text, note: 'more', ...more } })
const inReview = async (name: string, more: object = {}) => {
  await act(name, { kind: 'invite', who: { key: `person:${ids.get('vic')}`, name: 'vic' } })
  const meetingAt = '2026-12-24T12:00:00Z'
  await act(name, { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1', ...more })
}

test('a figure is frozen once, and its bound numbers are checked', async () => {
  const name = await draft(BOUND)
  const { evidence, checks } = await get(name)
  expect(evidence).toMatchObject({
    figures: [{ number: 1, block: 'b3', problem: null, reproduction: { kind: 'reproduced' } }],
    numbers: [{ text: '0.80', state: 'agrees', figure: 1, place: { table: 0, row: 0, column: 1 } }],
  })
  expect(checks).toEqual([])
  const first = evidence.figures[0]?.frozen?.sha256
  await revise(name, 1, BOUND.replace('Two versions', 'Both versions'))
  expect((await get(name)).evidence.figures[0]?.frozen?.sha256).toBe(first)
  await expect(revise(name, 2, BOUND.replace('Two versions', 'Both versions'))).rejects.toThrow('Nothing was changed')
})

test('a sentence that contradicts its cell is reported, and blocks the review', async () => {
  const name = await draft(
    textWith(`It is [0.85](${CELL}), or [1](figure:speed#a/b), or [2](figure:versions#scan/18.0).`),
  )
  const { evidence, checks } = await get(name)
  expect(evidence.numbers.map(({ state }) => state)).toEqual(['differs', 'unknown', 'unknown'])
  const texts = [
    'The text says 0.85; Figure 1, point-query_range=100, 18.0 has 0.80.',
    'The text says 1: There is no figure "speed" in this text.',
    'The text says 2: Figure 1 has no such cell: it has no row "scan"; there is point-query_range=100.',
  ]
  expect(checks).toEqual(texts)
  await expect(inReview(name)).rejects.toThrow(texts[0])
  await inReview(name, { waived: texts.map((check) => ({ check, reason: 'to be mended in the review' })) })
  for (const kind of ['hold', 'close-meeting']) await act(name, { kind })
  expect((await get(name)).missing.map(({ code }) => code)).toEqual(['evidence', 'evidence', 'evidence'])
  await expect(act(name, { kind: 'resolve' })).rejects.toThrow(texts[0])
  await revise(name, 1, BOUND)
  await act(name, { kind: 'resolve' })
  await expect(revise(name, 2, BOUND, { freezeAnew: [1] })).rejects.toThrow(
    'Evidence cannot change after the spec was resolved.',
  )
})

test('a figure that cannot be shown is stored with its text, reported, and frozen once it can be shown', async () => {
  const other = FIGURE.replace('17.6', '9.9').replace('compare?', 'compare?version=9.9&')
  const name = await draft(
    `# Sorting\n\n${FIGURE.replace('caption', 'subtitle')}\n\n${other}\n\n${FIGURE.replace('/lab/', '/demo/')}`,
  )
  const texts = [
    'Figure 1 is not shown: line 6: Unknown option "subtitle"; known: name, show, tables, charts, rows, caption.',
    'Figure 2 is not shown: no stored result matches it.',
    'Figure 3 is not shown: This comparison belongs to the project demo; a text can only show comparisons of its own project, lab.',
  ]
  expect((await get(name)).checks).toEqual(texts)
  await putRun('9.9', 100)
  expect((await get(name)).checks[1]).toBe(
    'Figure 2 is not shown: there was nothing to freeze when this revision was stored; store the text again.',
  )
  await revise(name, 1, `# Sorting\n\n${other}`)
  expect((await get(name)).checks).toEqual([])
})

test('A8: changes of runs affect only the badge; a changed byte of a frozen figure is reported', async () => {
  const name = await draft(BOUND)
  const before = await get(name)
  const later = await putRun('18.0', 900, '2026-11-02T00:00:00Z')
  const differs = await get(name)
  expect(differs.evidence).toMatchObject({
    figures: [{ reproduction: { kind: 'differs', frozen: '0.80', today: '0.90' } }],
    numbers: [{ state: 'today', note: 'today 0.90' }],
  })
  expect(differs.checks).toEqual([
    `The text says 0.80. Figure 1, point-query_range=100, 18.0 was frozen with 0.80; today's results say 0.90.`,
  ])
  expect(differs.missing).toEqual([])
  await revise(name, 1, `${BOUND}\nMore.`, { freezeAnew: [1] })
  expect((await get(name)).evidence).toMatchObject({
    figures: [{ reproduction: { kind: 'reproduced' } }],
    numbers: [{ state: 'differs' }],
  })
  const program = createCaller({ services: server.services, caller: tokenOf(lab.project, ['write'], 'program') })
  await program.runs.remove({ project: 'lab', runId: later })
  expect((await get(name, 1)).evidence.numbers).toMatchObject([{ state: 'agrees' }])
  await program.runs.remove({ project: 'lab', runId: runs.get('18.0') ?? '' })
  const gone = await get(name, 1)
  expect(gone.evidence).toMatchObject({
    figures: [{ reproduction: { kind: 'gone', cells: 1 } }],
    numbers: [{ state: 'gone' }],
  })
  expect(gone.evidence.figures[0]?.frozen).toEqual(before.evidence.figures[0]?.frozen)
  expect(gone.revision).toEqual(before.revision)
  await rewriteHistory.tamperWithFigure(server.url, before.evidence.figures[0]?.frozen?.sha256 ?? '')
  expect((await get(name, 1)).missing).toEqual([
    {
      code: 'evidence',
      message: 'Figure 1 is not shown: the frozen content differs from its stored hash.',
    },
    { code: 'evidence', message: 'The text says 0.80: Figure 1 is not shown.' },
  ])
})

test('a figure of a report is shown as the report froze it', async () => {
  const olga = as('olga')
  const content = { title: 'Versions', tldr: '', text: FIGURE }
  const { slug, revision } = await olga.reports.create({ project: 'lab', content })
  const { number } = await olga.reports.publish({ project: 'lab', slug, revision, note: null })
  const [frozen] = await olga.reports.figures({ project: 'lab', slug, number })
  const inReport = FIGURE.replace(/\/p\/.*/, `/p/lab/reports/${slug}?version=1#figure-1`)
  const name = await draft(`# Sorting\n\nAs reported.\n\n${inReport}\n\n${inReport.replace('#figure-1', '#figure-2')}`)
  const { evidence } = await get(name)
  expect(evidence.figures.map((one) => one.frozen?.sha256)).toEqual([frozen?.sha256, undefined])
  expect(evidence.figures[1]?.problem).toBe(`There is no figure 2 in version 1 of a report "${slug}"`)
})

test('exported files contain the figures of a spec with their hashes, and report a number that disagrees', async () => {
  await putRun('18.0', 800)
  const name = await draft(textWith(`It is [0.85](${CELL}) of what it was.`))
  const { evidence } = await get(name)
  const sha256 = evidence.figures[0]?.frozen?.sha256 ?? ''
  const file = async (format: string) => {
    const answer = await server.send(`/api/v1/projects/lab/specs/${name}/export?format=${format}`, {
      headers: { authorization: `Bearer ${lab.token}` },
    })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  const answer = await server.send(`/api/v1/projects/lab/specs/${name}`, {
    headers: { authorization: `Bearer ${lab.token}` },
  })
  expect(await answer.json()).toMatchObject({
    evidence: {
      figures: [{ name: 'versions', sha256, problem: null, reproduction: 'reproduced' }],
      numbers: [{ text: '0.85', href: CELL, state: 'differs' }],
    },
  })
  const html = await file('html')
  expect(html).toContain(`Two versions (frozen, sha256 ${sha256})</figcaption>`)
  expect(html.slice(html.indexOf(`<figure id="figure-1">`))).toContain('point-query_range=100')
  expect(html).toMatch(
    /<a href="#figure-1" title="[^"]*" data-number="differs"[^>]*>0.85<\/a> <small>\(figure 1 has 0.80\)/,
  )
  const markdown = await file('markdown')
  expect(markdown).toContain(`Two versions (frozen, sha256 ${sha256})`)
  expect(markdown).toContain('| point-query\\_range=100 |')
  expect(markdown).toContain(`[0.85](${CELL})`)
  expect(readSpecFile(markdown)).toMatchObject({ ok: true, value: { record: { figures: [{ sha256 }] } } })
})

test('before a run is removed, the specs and reports that show its numbers are listed', async () => {
  const runId = await putRun('18.0', 800, '2026-11-03T00:00:00Z')
  const manager = createCaller({ services: server.services, caller: tokenOf(lab.project, ['write'], 'program') })
  const ask = () => manager.runs.references({ project: 'lab', runId })
  const before = await ask()
  const name = await draft(BOUND)
  const content = { title: 'Of today', tldr: '', text: FIGURE }
  const { slug, revision } = await as('olga').reports.create({ project: 'lab', content })
  await as('olga').reports.publish({ project: 'lab', slug, revision, note: null })
  await revise(name, 1, '# Sorting\n\nNo figure.')
  const after = await ask()
  expect(after?.specs.filter((one) => !before?.specs.some(({ number }) => number === one.number))).toEqual([
    { kind: 'functional', number: Number(name.slice(3)), title: 'Sorting', revision: 1 },
  ])
  expect(after?.reports).toContainEqual({ slug, title: 'Of today', version: 1 })
  expect(before?.reports).not.toContainEqual(expect.objectContaining({ slug }))
})

test('search finds specs by the results that their figures compare', async () => {
  await putRun('18.0', 800)
  const name = await draft(BOUND)
  const found = async (words: string) =>
    (await as('olga').specs.search({ project: 'lab', words })).filter(({ spec }) => `FS-${spec.number}` === name)
  expect(await found('columns')).toEqual([])
  expect(await found('"point query"')).toMatchObject([{ kind: 'evidence', ref: 'figure-1' }])
  await revise(name, 1, '# Sorting\n\nNo figure.')
  expect(await found('"point query"')).toEqual([])
})
