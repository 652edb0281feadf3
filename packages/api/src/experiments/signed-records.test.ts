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
type Changes = { record?: Partial<RunRecord>; key?: typeof runner; isSigned?: boolean; qps?: number }

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
  const record: RunRecord = {
    ...{ assayRecord: 1, runId, startedAt, finishedAt, command: 'sysbench scan', binarySha256: 'a'.repeat(64) },
    figures: createHash('sha256').update(figures).digest('hex'),
    ...{ checks: { 'exit code': '0' }, machine: { name: 'dell32' }, separateUser: 'candidate', ...changes.record },
  }
  const { publicKey, privateKey } = changes.key ?? runner
  const signature = sign(null, Buffer.from(recordText(record)), privateKey).toString('base64')
  const signed = changes.isSigned === false ? null : { record, signature, publicKey: spki(publicKey) }
  return send('POST', `${AT}/experiments/${slug}/candidates/${candidate}/runs`, { runId, record: signed })
}

async function start(slug: string) {
  const key = { name: 'lab-1', publicKey: spki(runner.publicKey) }
  expect((await send('POST', `${AT}/runner-keys`, key, writer)).status).toBe(201)
  const environment = { hardware: 'dell32', benchmark: 'sysbench', workloads: ['cached'] }
  await send('POST', `${AT}/experiments`, { slug, title: slug, base: 'x', ...environment, budgetHours: 99 }, writer)
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

test.each([
  ['figures of another run', { record: { figures: '0'.repeat(64) } }, 'does not match the stored figures'],
  ['the record of another run', { record: { runId: crypto.randomUUID() } }, 'is another run'],
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
