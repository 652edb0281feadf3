import { KNOWN_METRICS } from '@assay/domain/run/metric'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { seededRandom } from '@assay/testing/seeded-random'

export const TESTS_PER_RUN = 40
export const METRICS_PER_RESULT = 15
export const VALUES_PER_RUN = TESTS_PER_RUN * METRICS_PER_RESULT

// Latencies of one result must agree with each other, which random values do not.
const METRIC_NAMES = KNOWN_METRICS.filter(({ name }) => name.includes('/'))
  .slice(0, METRICS_PER_RESULT - 1)
  .map(({ name }) => name)

/** Run number `index` of an endless, always equal sequence: 50 versions x 10 configs x 12 machines x repeats. */
export function generatedRun(index: number): UploadDocument {
  const random = seededRandom(index + 1)
  const repeat = Math.floor(index / 6_000) + 1
  return {
    schemaVersion: 1,
    product: 'Postgres',
    version: `${10 + (index % 5)}.${Math.floor(index / 5) % 10}`,
    build: { name: 'o2nofp', compiler: 'gcc', compilerVersion: '13.2' },
    config: { name: `x${Math.floor(index / 50) % 10}_c32r128` },
    hardware: { name: `machine-${Math.floor(index / 500) % 12}`, cores: 32, memoryGb: 128 },
    benchmark: { name: 'sysbench' },
    workload: { name: 'cached, 8 tables, 10M rows' },
    repeat,
    startedAt: new Date(Date.UTC(2025, 0, 1) + index * 60_000).toISOString(),
    tests: Array.from({ length: TESTS_PER_RUN }, (_, order) => ({
      name: testName(order),
      group: `group ${order % 4}`,
      order,
      primaryMetric: 'qps',
    })),
    metricNames: ['qps', ...METRIC_NAMES],
    results: Array.from({ length: TESTS_PER_RUN }, (_, order) => ({
      test: testName(order),
      clients: 24,
      values: Array.from({ length: METRICS_PER_RESULT }, (_, metric) =>
        Number(((1000 + metric) * (0.95 + random() / 10)).toFixed(3)),
      ),
    })),
  }
}

const testName = (order: number) => `test-${String(order).padStart(2, '0')}_range=100`
