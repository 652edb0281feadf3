import { recordValues } from '@assay/domain/histograms/histogram'
import { storeHistogram } from '@assay/domain/histograms/stored-histogram'
import { asUploadHistogram, readUploadHistogram } from '@assay/domain/histograms/upload-histogram'
import { unwrap } from '@assay/domain/result'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const reads = recordValues({ lowest: 1, highest: 3_600_000_000, digits: 3 }, [
  [1_000, 90],
  [2_345, 9],
  [123_456, 1],
])
const HISTOGRAMS = [
  { unitMs: 1, buckets: [[0, 1, 50] as [number, number, number], [1, 200, 50] as [number, number, number]] },
  asUploadHistogram(reads, { operation: 'read', unitMs: 0.001 }),
]
const document = () =>
  exampleDocument({
    metricNames: ['qps', 'latency_ms_p95', 'latency_ms_p95:read'],
    metrics: [{ name: 'latency_ms_p95:read', unit: 'ms', better: 'lower' }],
    results: [{ test: 'scan', clients: 1, values: [20, 50, 2.345], histograms: HISTOGRAMS }],
  })

test('histograms are read as they were uploaded, and the project counts their bytes', async () => {
  const { project } = await lab.other('histograms')
  const stored = unwrap(await project.runs.upload(asUpload(document())))
  const resultId = (await project.runs.find(stored.runId))?.results[0]?.id ?? ''
  const found = await project.histograms.forResult(resultId)
  expect(found.map(({ operation, unitMs }) => [operation, unitMs])).toEqual([
    [null, 1],
    ['read', 0.001],
  ])
  expect(found[1]?.histogram).toEqual(reads)
  expect(found.map(({ histogram, ...named }) => asUploadHistogram(histogram, named))).toEqual(HISTOGRAMS)
  expect(await project.histograms.forResult(stored.runId)).toEqual([])
})

test('the bytes of histograms count as bytes of values until the run is deleted', async () => {
  const { project, projectId } = await lab.other('histogram-bytes')
  const client = new Client(lab.url)
  await client.connect()
  const usage = async () => {
    const text = 'select coalesce(sum(value_bytes), 0)::int as bytes from usage_counter where counted_project = $1'
    return (await client.query(text, [projectId])).rows
  }
  const stored = unwrap(await project.runs.upload(asUpload(document())))
  const bytes = HISTOGRAMS.map((sent) => storeHistogram(unwrap(readUploadHistogram(sent))).length)
  expect(await usage()).toEqual([{ bytes: 3 * 8 + bytes.reduce((sum, one) => sum + one, 0) }])
  await project.runs.remove(stored.runId)
  expect(await usage()).toEqual([{ bytes: 0 }])
  await client.end()
})
