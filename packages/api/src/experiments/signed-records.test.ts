import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { canonicalFigures, type RunRecord, recordText } from '@assay/domain/experiments/run-record'
import { normalFrom, seededRandom } from '@assay/testing/seeded-random'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CandidateDecision } from './write-experiments.ts'

const AT = '/api/v1/projects/lab'
const normal = normalFrom(seededRandom(5))
const runner = generateKeyPairSync('ed25519')
const spki = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64')

let server: TestServer
let token: string
let writer: string
beforeAll(async () => {
  server = await startTestServer()
  const { addToken } = await server.addProject('lab', 'private')
  token = await addToken(['upload'])
  writer = await addToken(['write'])
})
afterAll(() => server.stop())

async function send(method: string, path: string, body: unknown, by = token) {
  const headers = { authorization: `Bearer ${by}`, 'content-type': 'application/json' }
  const answer = await server.send(path, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  // The tests assert the fields that they read.
  return { status: answer.status, body: JSON.parse(text) as CandidateDecision & { detail: string } }
}

let runs = 0
/** Counters of the runner by experiment and candidate. */
const finished = new Map<string, number>()
type Changes = {
  record?: Partial<RunRecord>
  key?: typeof runner
  isSigned?: boolean
  isWithheld?: boolean
  measured?: Partial<RunRecord['measured']>
  qps?: number
}

/** Uploads a run and attaches it with a record that the runner signed; `changes` are those of a hostile candidate. */
async function measure(slug: string, candidate: number, ratio: number, changes: Changes = {}) {
  runs += 1
  const startedAt = new Date(Date.UTC(2026, 9, 1) + runs * 3_600_000).toISOString()
  const finishedAt = new Date(Date.parse(startedAt) + 600_000).toISOString()
  const runId = crypto.randomUUID()
  const document = exampleDocument({
    ...{ runId, repeat: runs, startedAt, finishedAt, workload: { name: 'cached' }, config: { name: `c${candidate}` } },
    ...{ metricNames: ['qps'], tests: [{ name: 'scan', order: 1, primaryMetric: 'qps' }] },
    results: [{ test: 'scan', clients: 8, values: [changes.qps ?? 1000 * ratio * Math.exp(0.01 * normal())] }],
  })
  const stored = await send('PUT', `/api/v1/runs/${runId}`, document)
  expect(stored.status, stored.body.detail).toBe(201)
  const figures = canonicalFigures({
    ...{ workload: 'cached', metrics: document.metricNames },
    results: document.results.map((one) => ({ ...one, params: {} })),
  })
  const counterOf = `${slug} ${candidate}`
  if (changes.isSigned !== false) finished.set(counterOf, (finished.get(counterOf) ?? 0) + 1)
  const record: RunRecord = {
    ...{ assayRecord: 1, runId, startedAt, finishedAt, seconds: 600, command: 'sysbench scan' },
    ...{ binarySha256: 'a'.repeat(64), filesSha256: null },
    measured: { project: 'lab', experiment: slug, candidate, ...changes.measured },
    counter: { finished: finished.get(counterOf) ?? 1, failed: 0 },
    figures: createHash('sha256').update(figures).digest('hex'),
    ...{ checks: { 'exit code': '0' }, machine: { name: 'dell32' }, separateUser: 'candidate', ...changes.record },
  }
  const { publicKey, privateKey } = changes.key ?? runner
  const signature = sign(null, Buffer.from(recordText(record)), privateKey).toString('base64')
  const signed = changes.isSigned === false ? null : { record, signature, publicKey: spki(publicKey) }
  if (changes.isWithheld === true) return stored
  return send('POST', `${AT}/experiments/${slug}/candidates/${candidate}/runs`, { runId, record: signed })
}

async function start(slug: string, more: { programMayDiffer?: boolean } = {}) {
  const key = { name: 'lab-1', publicKey: spki(runner.publicKey) }
  expect((await send('POST', `${AT}/runner-keys`, key, writer)).status).toBe(201)
  const environment = { hardware: 'dell32', benchmark: 'sysbench', workloads: ['cached'] }
  await send(
    'POST',
    `${AT}/experiments`,
    { slug, title: slug, base: 'x', ...environment, budgetHours: 99, ...more },
    writer,
  )
  return (await send('POST', `${AT}/experiments/${slug}/candidates`, { description: 'a change' })).body.number
}

/** Measures candidate and base in turns until the decision. */
async function decide(slug: string, candidate: number, ratio: number, changes: Changes = {}) {
  for (let round = 0; round < 20; round += 1) {
    await measure(slug, 0, 1)
    const { status, body } = await measure(slug, candidate, ratio, changes)
    expect(status, body.detail).toBe(200)
    if (body.decision !== 'measure more') return body
  }
  throw new Error('no decision after 20 rounds')
}

test('an attested candidate that fresh repeats confirm is the best so far', async () => {
  const number = await start('attested')
  const decided = await decide('attested', number, 1.2)
  expect(decided).toMatchObject({ decision: 'keep', isAttested: true, isBest: true })
  expect(decided.best).toMatchObject([{ candidate: number }])
})

test('a record without separation of candidate and runner is unattested and never the best', async () => {
  const number = await start('together')
  const decided = await decide('together', number, 1.2, { record: { separateUser: null } })
  expect(decided).toMatchObject({ decision: 'keep', isAttested: false, isBest: false, best: [] })
})

test('one run without a record makes a candidate unattested', async () => {
  const number = await start('one-without')
  await measure('one-without', number, 1.2, { isSigned: false })
  const decided = await decide('one-without', number, 1.2)
  expect(decided).toMatchObject({ decision: 'keep', isAttested: false, isBest: false })
})

test('a candidate that replaces the benchmark is flagged by the hash of its program', async () => {
  const number = await start('program')
  const decided = await decide('program', number, 3, { record: { binarySha256: 'b'.repeat(64) } })
  expect(decided).toMatchObject({ decision: 'flagged', score: null })
  expect(decided.flags).toEqual(['measured with another program than the base, by the hash of its record'])
})

test('a search that attaches only its good runs is flagged by the counter of the runner', async () => {
  const number = await start('best-only')
  await measure('best-only', 0, 1)
  await measure('best-only', number, 1.2)
  await measure('best-only', number, 0.9, { isWithheld: true })
  await measure('best-only', number, 0.9, { isWithheld: true })
  const { body } = await measure('best-only', number, 1.2)
  expect(body).toMatchObject({ decision: 'flagged', score: null })
  expect(body.flags).toEqual(['2 measured runs not attached, by the counter of the runner'])
})

test('a candidate that ends its bad runs with an error is flagged', async () => {
  const number = await start('fails')
  await measure('fails', 0, 1)
  const { body } = await measure('fails', number, 1.2, { record: { counter: { finished: 1, failed: 3 } } })
  expect(body.flags).toEqual(['3 failed runs, by the counter of the runner'])
})

test('a base with runs that were not attached makes no candidate the best so far', async () => {
  const number = await start('slow-base')
  await measure('slow-base', 0, 1.3, { isWithheld: true })
  const decided = await decide('slow-base', number, 1.2)
  expect(decided).toMatchObject({ decision: 'keep', isBest: false, best: [] })
  expect(decided.reason).toContain('the base is not attested')
})

test('candidates are other builds of a program where the experiment says so, with the same arguments and files', async () => {
  const program = (folder: string, letter: string, files: string | null = null) => ({
    record: { command: `${folder}/db_bench --num=1`, binarySha256: letter.repeat(64), filesSha256: files },
  })
  const number = await start('builds', { programMayDiffer: true })
  await measure('builds', 0, 1, program('/base', 'a'))
  const { body } = await measure('builds', number, 1.2, program('/candidate', 'b'))
  expect(body).toMatchObject({ decision: 'measure more', flags: [] })
  const other = await measure('builds', number, 1.2, program('/candidate', 'b', 'c'.repeat(64)))
  expect(other.body.flags).toEqual(['measured with other files than the base, by the hash of its record'])
})

test.each([
  ['figures of another run', { record: { figures: '0'.repeat(64) } }, 'does not match the stored figures'],
  ['the record of another run', { record: { runId: crypto.randomUUID() } }, 'is another run'],
  ['the record of another candidate', { measured: { candidate: 7 } }, 'is not 1'],
  ['another experiment', { measured: { experiment: 'other' } }, 'is not fabricated-'],
  ['another project', { measured: { project: 'other' } }, 'is not'],
  ['a clock that was set back', { record: { seconds: 6000 } }, 'the clock was set'],
  ['another machine', { record: { machine: { name: 'arm' } } }, 'is not dell32'],
  ['a key of its own', { key: generateKeyPairSync('ed25519') }, 'is not the key of a runner'],
] as [string, Changes, string][])('fabricated figures are refused: %s', async (_name, changes, message) => {
  const slug = `fabricated-${runs}`
  const number = await start(slug)
  const refused = await measure(slug, number, 9, changes)
  expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining(message) } })
})

test('a signature of other content is refused, and so are keys of other kinds and of a candidate', async () => {
  const number = await start('signature')
  const runId = crypto.randomUUID()
  const document = exampleDocument({ runId, finishedAt: '2025-10-01T10:10:00Z', repeat: 99 })
  await send('PUT', `/api/v1/runs/${runId}`, document)
  const record = {
    ...{ assayRecord: 1, runId, command: 'x', binarySha256: 'a'.repeat(64), figures: 'a'.repeat(64), checks: {} },
    ...{
      measured: { project: 'lab', experiment: 'signature', candidate: 1 },
      counter: { finished: 1, failed: 0 },
      seconds: 600,
    },
    filesSha256: null,
    ...{ startedAt: '2025-10-01T10:00:00Z', finishedAt: '2025-10-01T10:10:00Z', machine: { name: 'dell32' } },
    separateUser: 'candidate',
  }
  const signature = sign(null, Buffer.from('something else'), runner.privateKey).toString('base64')
  const sent = { runId, record: { record, signature, publicKey: spki(runner.publicKey) } }
  const refused = await send('POST', `${AT}/experiments/signature/candidates/${number}/runs`, sent)
  expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining('does not match the record') } })
  const rsa = spki(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)
  expect((await send('POST', `${AT}/runner-keys`, { name: 'x', publicKey: rsa }, writer)).status).toBe(422)
  const own = { name: 'own', publicKey: spki(generateKeyPairSync('ed25519').publicKey) }
  expect((await send('POST', `${AT}/runner-keys`, own)).status).toBe(403)
})
