import type { UploadDocument } from '@assay/domain/run/upload-document'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GateAnswer } from './run-gate.ts'

// Values are computed from known ratios, with a spread of about 1% between repeats.

const TESTS = ['insert', 'scan', 'update']
const SPREAD = [0.99, 1.01, 1, 1.005, 0.995, 1.002, 0.998]

let server: TestServer
let tokens: { upload: string; read: string; other: string }

beforeAll(async () => {
  server = await startTestServer()
  const { addToken, token } = await server.addProject('lab', 'private')
  const quiet = await server.addProject('quiet')
  tokens = { upload: token, read: await addToken(['read']), other: quiet.token }
  await store(...repeats('17.6', {}))
  await store(...repeats('18.0', { scan: 0.9 }))
  await store(...repeats('18.1', { scan: 1.1, insert: 1.3 }))
})
afterAll(() => server.stop())

type Changes = Partial<UploadDocument>

/** Runs of one version; each test has the speed of 17.6 times its ratio. */
function repeats(
  version: string,
  ratios: Record<string, number>,
  { count = 7, ...changes }: Changes & { count?: number } = {},
) {
  return SPREAD.slice(0, count).map((factor, at) => {
    // Each version has its repeats in another order, so that no two versions have identical values.
    const shift = SPREAD[(at + version.length + (ratios.scan === undefined ? 3 : 0)) % SPREAD.length] ?? factor
    return exampleDocument({
      runId: crypto.randomUUID(),
      version,
      repeat: at + 1,
      metricNames: ['qps'],
      tests: TESTS.map((name, order) => ({ name, order, role: 'measured', primaryMetric: 'qps' })),
      results: TESTS.map((name) => ({ test: name, clients: 8, values: [1000 * (ratios[name] ?? 1) * shift] })),
      ...changes,
    })
  })
}

async function store(...documents: UploadDocument[]): Promise<string[]> {
  return storeWith(tokens.upload, ...documents)
}

async function storeWith(token: string, ...documents: UploadDocument[]): Promise<string[]> {
  for (const document of documents) {
    const answer = await server.send(`/api/v1/runs/${document.runId}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(document),
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
  }
  return documents.map(({ runId = '' }) => runId)
}

const ask = (body: unknown, { token = tokens.read, project = 'lab', format = 'json' } = {}) =>
  server.send(`/api/v1/gates?project=${project}&format=${format}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function gate(body: unknown, options?: Parameters<typeof ask>[1]): Promise<GateAnswer> {
  const answer = await ask(body, options)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as GateAnswer // The tests assert the fields that they read.
}

async function refusal(body: unknown): Promise<string> {
  const answer = await ask(body)
  expect(answer.status).toBe(422)
  return ((await answer.json()) as { detail: string }).detail
}

/** Rounds sums, whose last digit depends on the order of addition. */
const inWhole = (row: GateAnswer['rows'][number]) => ({
  ...row,
  low: expect.closeTo(row.low ?? 0, 12),
  high: expect.closeTo(row.high ?? 0, 12),
})

const summaries = ({ rows }: GateAnswer) => rows.map(({ row, ratio, said }) => `${row} ${ratio.toFixed(2)} ${said}`)

test('a true -10% with repeats fails, and the answer links to the comparison', async () => {
  const found = await gate({ base: ['17.6'], candidate: ['18.0'] })
  expect(found).toMatchObject({ verdict: 'regression', exitCode: 1, compared: 3, judged: 3, alone: [], badged: [] })
  expect(summaries(found)).toEqual(['scan 0.90 worse'])
  expect(found.link).toMatch(/^http:\/\/assay\.test\/o\/lab\/p\/lab\/compare\?columns=version&base=version:17\.6/)
  const grid = await server.send(`/api/v1/projects/lab/compare?${found.link?.split('?')[1]}&format=text`, {
    headers: { authorization: `Bearer ${tokens.read}` },
  })
  expect(await grid.text()).toMatch(/0\.90\s+scan/)
})

test('+10% passes', async () => {
  const found = await gate({ base: ['17.6'], candidate: ['18.1'] })
  expect(found).toMatchObject({ verdict: 'pass', exitCode: 0 })
  expect(summaries(found)).toEqual(['insert 1.30 better', 'scan 1.10 better'])
})

test('documents are judged as if they were stored, and are not stored', async () => {
  const sent = repeats('18.5', { scan: 0.9 })
  const found = await gate({ base: ['17.6'], documents: sent })
  expect(found.candidate).toEqual({ product: 'Postgres', version: '18.5', stored: false, runIds: [] })
  expect(found.link).toBeNull()
  await store(...sent)
  const stored = await gate({ base: ['17.6'], candidate: ['18.5'] })
  const { link: _link, markdown: _markdown, candidate: _candidate, ...rest } = stored
  expect(found).toMatchObject({ ...rest, rows: rest.rows.map(inWhole) })
  const fresh = repeats('19.0', { scan: 0.9 })
  expect(await gate({ base: ['17.6'], documents: fresh })).toMatchObject({ verdict: 'regression' })
  expect(await refusal({ base: ['19.0'], candidate: ['17.6'] })).toContain('There is no version "19.0"')
})

test('a new build of the base version is distinguished from its base', async () => {
  const found = await gate({ base: ['18.0'], documents: repeats('18.0', { scan: 1 }) })
  expect(found).toMatchObject({ verdict: 'pass', compared: 3 })
  expect(summaries(found)).toEqual(['scan 1.11 better'])
})

test('equal binaries pass, whatever their values are', async () => {
  const build = { name: 'rel', binarySha256: 'ab'.repeat(32) }
  const other = { build, hardware: { name: 'pn53' } }
  await store(...repeats('17.6', {}, { ...other, count: 1 }))
  const ids = await store(...repeats('17.7', { scan: 0.7 }, { ...other, count: 1 }))
  expect(await gate({ base: ['17.6'], candidate: ids })).toMatchObject({ verdict: 'pass', judged: 3, rows: [] })
})

test('one run without a noise estimate is inconclusive', async () => {
  await storeWith(tokens.other, ...repeats('17.6', {}, { count: 1 }))
  const documents = repeats('18.0', { scan: 0.85 }, { count: 1 })
  const found = await gate({ base: ['17.6'], documents }, { project: 'quiet', token: tokens.other })
  expect(found).toMatchObject({ verdict: 'cannot tell', exitCode: 2, judged: 0 })
  expect(summaries(found)).toContain('scan 0.85 looks worse')
})

test('runs can be named by id, and runs of the candidate are excluded from its base', async () => {
  const ids = await store(...repeats('20.0', { scan: 0.85 }, { count: 4 }))
  const [first = '', ...others] = ids
  expect(await gate({ base: ['20.0'], candidate: [first] })).toMatchObject({ verdict: 'pass', compared: 3 })
  const found = await gate({ base: ['17.6'], candidate: others })
  expect(found.candidate.runIds.toSorted()).toEqual(others.toSorted())
  expect(summaries(found)).toEqual(['scan 0.85 worse'])
})

test('a flagged result is excluded and named', async () => {
  const documents = repeats('18.2', { scan: 0.8, update: 0.8 }).map((document) => ({
    ...document,
    metricNames: ['qps', 'ignored_errors'],
    results: document.results.map((result) => ({
      ...result,
      values: [result.values[0] ?? null, result.test === 'insert' ? null : 3],
    })),
  }))
  const found = await gate({ base: ['17.6'], documents })
  expect(found).toMatchObject({ verdict: 'pass', compared: 1, rows: [] })
  expect(found.badged.map(({ row, why }) => `${row}: ${why}`)).toEqual([
    'scan: The client ignored 3 errors.',
    'update: The client ignored 3 errors.',
  ])
})

test('other machines and tests have no counterpart and are listed; the only config of the base is compared with a notice', async () => {
  const [config, hardware] = [{ name: 'x10b' }, { name: 'arm' }]
  const elsewhere = repeats('18.3', { scan: 0.5 }, { hardware })
  const lacking = repeats('18.3', { scan: 0.9 }, { config }).map((document) => ({
    ...document,
    results: document.results.filter((result) => result.test !== 'update'),
  }))
  const found = await gate({ base: ['17.6'], documents: [...elsewhere, ...lacking], hardware: ['dell32', 'arm'] })
  expect(summaries(found)).toEqual(['scan 0.90 worse'])
  expect(found.alone.map(({ side, what, results }) => [side, what.split(', ')[0], results])).toEqual([
    ['candidate', 'arm', 21],
    ['base', 'dell32', 7],
  ])
  expect(found.alone[1]?.what).toContain(': update (8 clients)')
  expect(found.notes).toEqual([
    'dell32, sysbench, cached, 8 tables, 10M rows: config x10b of the candidate is compared with x10a_c32r128 of the base.',
  ])
})

test('a rule sets the smallest change that counts, and rules of the project set it for each test', async () => {
  const at = { base: ['17.6'], candidate: ['18.0'] }
  expect(await gate({ ...at, rule: { kind: 'share', share: 0.15 } })).toMatchObject({ verdict: 'pass', rows: [] })
  const { project } = await server.addProject('lab', 'private')
  const { scopeOf } = await import('@assay/db/open')
  const rules = server.db.in(scopeOf(project)).rules
  await rules.save({ test: 'scan', metric: '', hardware: '' }, { method: 'levels', minChange: 0.2 })
  expect(await gate(at)).toMatchObject({ verdict: 'pass', rule: 'changes from 5%, 1 rule of the project' })
  for (const { id } of await rules.list()) await rules.remove(id)
})

test('a boundary judges by the history of each test, and is inconclusive while the history is too short', async () => {
  for (const [at, qps] of [1, 1.01, 0.99, 1.005, 0.995, 1.002, 0.998, 1, 1.003, 0.997, 1].entries()) {
    const version = `1.${at}`
    await store(...repeats(version, { scan: qps, insert: 1, update: qps }, { count: 1, product: 'Nightly' }))
  }
  const documents = repeats('1.11', { scan: 0.9, insert: 0.9, update: 1.2 }, { count: 1, product: 'Nightly' })
  const boundary = { kind: 'boundary', method: 'percentage', limit: 0.05 }
  const found = await gate({ base: ['Nightly 1.10'], documents, rule: boundary })
  expect(found).toMatchObject({ verdict: 'regression', judged: 3, rule: 'percentage 0.05 on the history of each test' })
  expect(found.rows.map(({ row, said }) => `${row} ${said}`).sort()).toEqual([
    'insert worse',
    'scan worse',
    'update better',
  ])
  const short = await gate({ base: ['Nightly 1.3'], documents, rule: { kind: 'boundary', method: 't-test' } })
  expect(short).toMatchObject({ verdict: 'cannot tell', judged: 0 })
})

test('an unknown or ambiguous name is refused with the list of choices', async () => {
  expect(await refusal({ base: ['Postgres 16'], candidate: ['18.0'] })).toMatch(
    /^There is no version "Postgres 16"\. There are Postgres 18\.5, .*Postgres 17\.6/,
  )
  expect(await refusal({ base: ['17.6'], candidate: ['18'] })).toBe(
    '"18" can be Postgres 18.0, Postgres 18.1, Postgres 18.5.',
  )
  await store(...repeats('18.0', {}, { product: 'MySQL', count: 1 }))
  expect(await gate({ base: ['17.6'], candidate: ['18.0'] })).toMatchObject({ candidate: { product: 'Postgres' } })
  await store(...repeats('17.6', {}, { product: 'MySQL', count: 1 }))
  expect(await refusal({ base: ['17.6'], candidate: ['18.0'] })).toContain(
    'can be MySQL 17.6, Postgres 17.6. Name the product.',
  )
  expect(await gate({ base: ['17.6'], candidate: ['18.0'], product: 'Postgres' })).toMatchObject({ exitCode: 1 })
  expect(await gate({ base: ['Postgres 17.6'], candidate: ['18.0'] })).toMatchObject({ exitCode: 1 })
  const unknown = crypto.randomUUID()
  expect(await refusal({ base: ['17.6'], candidate: [unknown] })).toBe(
    `There is no run ${unknown} in this project. Check the ids; GET …/runs lists them.`,
  )
  expect(await refusal({ base: ['17.6'] })).toContain('Name a version or runs as the candidate')
  expect(await refusal({ base: ['17.6'], documents: [{}] })).toContain('Document 1 of 1')
})

test('a private project looks missing to others, and read access is enough for a gate', async () => {
  const foreign = await ask({ base: ['17.6'], candidate: ['18.0'] }, { token: tokens.other })
  expect(foreign.status).toBe(404)
})

test('the table for a pull request contains all results and ends with its marker', async () => {
  const answer = await ask({ base: ['17.6'], candidate: ['18.0'], product: 'Postgres' }, { format: 'markdown' })
  const text = await answer.text()
  expect(answer.headers.get('assay-verdict')).toBe('regression')
  expect(text).toContain('**Regression.** Postgres 18.0 vs Postgres 17.6: 1 regression, 0 improvements')
  expect(text).toMatch(/\| scan \| 0\.90 \| 0\.\d\d to 0\.\d\d \| regression \|/)
  expect(text).toMatch(/\[The comparison\]\(http:\/\/assay\.test\/o\/lab\/p\/lab\/compare\?/)
  expect(text.trimEnd()).toMatch(/<!-- assay-gate -->$/)
})

test('several configs of the candidate are compared with the only one of the base', async () => {
  const named = ['x10b', 'x10c'].flatMap((name) => repeats('18.7', { scan: 0.8 }, { config: { name } }))
  const found = await gate({ base: ['17.6'], documents: named, hardware: ['dell32'] })
  expect(found).toMatchObject({ verdict: 'regression', compared: 6, alone: [] })
  expect(found.notes.join()).toContain('x10b, x10c of the candidate are compared with x10a_c32r128 of the base')
})

test('when nothing can be paired, an error lists the results of each side', async () => {
  const elsewhere = repeats('18.8', { scan: 0.8 }, { hardware: { name: 'arm' } })
  const answer = await ask({ base: ['18.0'], documents: elsewhere })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  const text = await answer.text()
  expect(text).toMatch(/No result of .*18\.8.* can be paired with one of .*18\.0/)
  expect(text).toMatch(/Base: 21 results; hardware dell32; .*Candidate: 21 results; hardware arm/)
})
