import { err } from '@assay/domain/result'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { redactContent } from '../attachments/redact-content.ts'
import { storeContent } from '../attachments/store-attachments.ts'
import { appError } from '../errors.ts'
import { openWorkerPool } from '../worker-pool/open-worker-pool.ts'
import { INLINE_POOL, type WorkerPool } from '../worker-pool/worker-pool.ts'
import { MANY_RESULTS } from './large-comparisons.ts'

const threads = openWorkerPool()
/** The tasks that were sent to a thread. */
const sent: string[] = []
let refuses = false
/** The answer of a task waits for this, too. */
let held: Promise<unknown> | null = null
const workers: WorkerPool = {
  async run(name, input, options) {
    sent.push(name)
    if (refuses) return err(appError('too-heavy', 'This comparison takes longer than 60 s.'))
    const done = await threads.run(name, input, options)
    await held
    return done
  },
  close: () => threads.close(),
}

let server: Awaited<ReturnType<typeof startTestServer>>
let token: string

beforeAll(async () => {
  server = await startTestServer({ workers })
  ;({ token } = await server.addProject('lab', 'private'))
  const names = Array.from({ length: Math.ceil(MANY_RESULTS / 4) }, (_, at) => `test-${at}`)
  for (const version of ['17.6', '18.0']) {
    for (const repeat of [1, 2]) {
      const document = exampleDocument({
        version,
        repeat,
        tests: names.map((name, order) => ({ name, order, primaryMetric: 'qps' })),
        metricNames: ['qps'],
        results: names.map((name, at) => ({ test: name, clients: 1, values: [1_000 + at + repeat + Number(version)] })),
      })
      const answer = await send(`/api/v1/runs/${crypto.randomUUID()}`, {
        method: 'PUT',
        body: JSON.stringify(document),
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status, await answer.clone().text()).toBe(201)
    }
  }
})
afterAll(async () => {
  await workers.close()
  await server.stop()
})

const send = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  server.send(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })

const compareAs = (format: string, more = '') =>
  send(`/api/v1/projects/lab/compare?columns=version&format=${format}${more}`)

test.each(['json', 'csv', 'markdown', 'html', 'text'])(
  'many results are compared and written as %s in a thread, with the bytes of the event loop',
  async (format) => {
    sent.length = 0
    const file = await (await compareAs(format)).text()
    expect(sent).toEqual(['export-comparison'])
    server.services.workers = INLINE_POOL
    expect(await (await compareAs(format)).text()).toBe(file)
    server.services.workers = workers
  },
)

test('other requests are answered while a thread compares', async () => {
  const other = Promise.withResolvers<number>()
  held = other.promise
  const large = compareAs('json')
  other.resolve((await send('/api/v1/projects/lab/known-bugs')).status)
  expect(await other.promise).toBe(200)
  expect((await large).status).toBe(200)
  held = null
})

test('few results are compared on the event loop', async () => {
  sent.length = 0
  expect((await compareAs('json', '&test=test-1')).status).toBe(200)
  expect(sent).toEqual([])
})

test('a comparison over the limits of a thread is refused with the limit', async () => {
  refuses = true
  const answer = await compareAs('json')
  refuses = false
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'too-heavy', detail: 'This comparison takes longer than 60 s.' })
})

test('explanations and the table of a page come from a thread as well', async () => {
  sent.length = 0
  expect((await send('/api/v1/projects/lab/explain?columns=version')).status).toBe(200)
  expect(sent).toEqual(['explain-comparison'])
})

test('a gate on many results is judged in a thread, with the result of the event loop', async () => {
  const gate = async () => {
    const answer = await send('/api/v1/gates?project=lab', {
      method: 'POST',
      body: JSON.stringify({ base: ['17.6'], candidate: ['18.0'] }),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  sent.length = 0
  const judged = await gate()
  expect(sent).toEqual(['match-gate', 'judge-gate'])
  server.services.workers = INLINE_POOL
  expect(await gate()).toBe(judged)
  server.services.workers = workers
})

test('secrets of a large raw file are removed in a thread', async () => {
  sent.length = 0
  const content = Buffer.from(`psql postgres://ada:secret@db/x\n${'a line of output\n'.repeat(20_000)}`)
  const stored = await storeContent(server.services, (await server.addProject('lab', 'private')).project.id, content)
  expect(sent).toEqual(['redact-file'])
  expect(stored).toEqual({ sha256: sha256Hex(redactContent(content)), sizeBytes: redactContent(content).length })
})
