import { recordValues } from '@assay/domain/histograms/histogram'
import { asUploadHistogram } from '@assay/domain/histograms/upload-histogram'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { anonymous } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

let server: TestServer
let lab: Awaited<ReturnType<TestServer['addProject']>>
let runner: string

beforeAll(async () => {
  server = await startTestServer()
  lab = await server.addProject('lab')
  runner = await lab.addToken(['read', 'upload'])
})
afterAll(() => server.stop())

async function send(path: string, method = 'GET', body?: unknown) {
  const answer = await server.send(path, {
    method,
    headers: {
      authorization: `Bearer ${runner}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

const LAYOUT = { lowest: 1, highest: 3_600_000_000, digits: 3 }
const histogramOf = (microseconds: number) =>
  asUploadHistogram(recordValues(LAYOUT, [[microseconds, 1_000]]), { operation: null, unitMs: 0.001 })

async function upload(version: string, microseconds: number, changes: Partial<UploadDocument> = {}) {
  const runId = crypto.randomUUID()
  const example = exampleDocument()
  const results = example.results.map((result, i) =>
    i === 0 ? { ...result, histograms: [histogramOf(microseconds)] } : result,
  )
  const stored = await send(`/api/v1/runs/${runId}`, 'PUT', { ...example, version, results, ...changes })
  expect([version, stored.status]).toEqual([version, 201])
  return runId
}

test('the curves of a result are drawn with those of other versions in the same place, and REST has the histogram', async () => {
  await upload('17.0', 1_000)
  const runId = await upload('17.6', 2_000)
  await upload('18.0', 3_000)
  await upload('18.1', 4_000, { hardware: { name: 'other' } })
  const { runs } = createCaller({ services: server.services, caller: anonymous })
  const { project } = lab
  const { results } = await runs.get({ project: project.slug, runId })
  const timed = results.find(({ histograms }) => histograms.length > 0)
  const resultId = timed?.id ?? ''
  expect(timed?.histograms).toEqual([null])
  const found = await runs.responseTimes({ project: project.slug, runId, resultId })
  expect(found.map(({ operation }) => operation)).toEqual([null])
  expect(found[0]?.curves.map(({ name, count, points }) => [name, count, points[0]?.ms])).toEqual([
    ['17.6', 1_000, 2],
    ['17.0', 1_000, 1],
    ['18.0', 1_000, 3],
  ])
  const other = results.find(({ histograms }) => histograms.length === 0)?.id ?? ''
  expect(await runs.responseTimes({ project: project.slug, runId, resultId: other })).toEqual([])
  expect(await send(`/api/v1/projects/${project.slug}/results/${resultId}/histograms`)).toEqual({
    status: 200,
    body: { histograms: [histogramOf(2_000)] },
  })
})

test('a histogram that is cut is refused with its pointer', async () => {
  const example = exampleDocument()
  const [first, second] = example.results
  const { hdr = '', ...rest } = histogramOf(1_000)
  const results = [{ ...first, histograms: [{ ...rest, hdr: hdr.slice(0, -4) }] }, second]
  const answer = await send(`/api/v1/runs/${crypto.randomUUID()}`, 'PUT', { ...example, version: '19', results })
  expect(answer.status).toBe(422)
  expect(JSON.stringify(answer.body)).toContain('/results/0/histograms/0')
})
