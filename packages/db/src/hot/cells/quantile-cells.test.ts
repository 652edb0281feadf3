import { hash } from 'node:crypto'
import { recordValues } from '@assay/domain/histograms/histogram'
import { asUploadHistogram } from '@assay/domain/histograms/upload-histogram'
import { unwrap } from '@assay/domain/result'
import { documentPoints } from '@assay/domain/run/document-points'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const LAYOUT = { lowest: 1, highest: 3_600_000_000, digits: 3 }
/** Response times of 1 to 1,000 ms in microseconds. */
const uniform = recordValues(
  LAYOUT,
  Array.from({ length: 1_000 }, (_, i) => [1_000 * (i + 1), 10] as const),
)
const withHistogram = (primaryMetric = 'qps') =>
  exampleDocument({
    metricNames: ['qps', 'latency_ms_p95', 'latency_ms_p99:read'],
    metrics: [{ name: 'latency_ms_p99:read', unit: 'ms', better: 'lower' }],
    tests: [{ name: 'scan', primaryMetric }],
    results: [
      {
        test: 'scan',
        clients: 1,
        values: [20, 949, 7],
        histograms: [
          asUploadHistogram(uniform, { operation: null, unitMs: 0.001 }),
          { operation: 'read', unitMs: 1, buckets: [[0, 10, 100]] },
        ],
      },
      { test: 'scan', clients: 2, values: [40, 950, null] },
    ],
  })

const ALL = { filters: {}, newestOnly: true, allSteps: false }

test('any quantile of a histogram is a metric, and stored values win', async () => {
  const { project } = await lab.other('quantiles')
  unwrap(await project.runs.upload(asUpload(withHistogram())))
  const metrics = ['latency_ms_p99.5', 'latency_ms_p95', 'p99.5', 'latency_ms_p75:read', 'latency_ms_p99:read']
  const { points, metrics: known } = await project.cells.list({ ...ALL, metrics })
  expect(points.map(({ values }) => values)).toEqual([
    {
      latency_ms_p95: 949,
      'latency_ms_p99:read': 7,
      // The greatest value of the bucket of three digits that contains 995,000 us.
      'latency_ms_p99.5': 995.327,
      'p99.5': 995_327,
      'latency_ms_p75:read': 7.5,
    },
    { latency_ms_p95: 950 },
  ])
  expect(points[0]?.noise?.['latency_ms_p99.5']).toMatchObject({ source: 'samples' })
  expect(known.find(({ name }) => name === 'p99.5')).toMatchObject({ unit: 'µs', better: 'lower' })
  expect(known.map(({ name }) => name).toSorted()).toEqual(metrics.toSorted())
})

test('a comparison of nothing but a quantile lists the results that have a histogram', async () => {
  const { project } = await lab.other('only-quantiles')
  unwrap(await project.runs.upload(asUpload(withHistogram())))
  unwrap(await project.runs.upload(asUpload(exampleDocument({ version: '2.0' }))))
  const { points } = await project.cells.list({ ...ALL, metrics: ['latency_ms_p99.9'] })
  expect(points.map(({ coordinates, values }) => [coordinates.clients, values])).toEqual([
    ['1', { 'latency_ms_p99.9': 999.423 }],
  ])
})

test('a quantile as the primary metric is the same for a stored run and for its document', async () => {
  const { project } = await lab.other('primary-quantile')
  const document = withHistogram('latency_ms_p99.9')
  unwrap(await project.runs.upload(asUpload(document)))
  const { points, tests } = await project.cells.list({ ...ALL, metrics: ['primary'] })
  expect(tests[0]?.primaryMetric).toBe('latency_ms_p99.9')
  const stored = points.map(({ values }) => values['latency_ms_p99.9'])
  const own = documentPoints(document, 'none', (text) => hash('sha256', text, 'hex')).points
  expect(stored.filter((value) => value !== undefined)).toEqual([999.423])
  expect(own.map(({ values }) => values['latency_ms_p99.9'])).toEqual([999.423, undefined])
})
