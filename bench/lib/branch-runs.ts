import type { UploadDocument } from '@assay/domain/run/upload-document'
import { seededRandom } from '@assay/testing/seeded-random'

const TESTS = ['point-query', 'read-only_range=100', 'update-index', 'insert']

/** A branch that is measured repeatedly under one version: each night at another commit, or one commit many times. */
export type Branch = 'commits' | 'repeats'

/**
 * Creates run number `index` of a branch, or of the release before it. Values spread by 2%; insert slows by 8%
 * half-way.
 */
export function branchRun(branch: Branch | 'release', index: number, of: number): UploadDocument {
  const noise = noiseOf(index)
  const name = branch === 'release' ? '18.0' : branch === 'commits' ? '19-dev' : '19-beta'
  const commit = branch === 'commits' ? index.toString(16).padStart(8, '0').padEnd(40, 'c') : 'a'.repeat(40)
  return {
    schemaVersion: 1,
    product: 'Postgres',
    version: name,
    build: { compiler: 'gcc', flags: '-O2', commit },
    config: { name: 'x10b_c8r32' },
    hardware: { name: 'machine-1', cores: 8, memoryGb: 32 },
    benchmark: { name: 'sysbench' },
    workload: { name: 'cached, 8 tables, 10M rows' },
    repeat: branch === 'commits' ? 1 : index + 1,
    startedAt: new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString(),
    tests: TESTS.map((test, order) => ({ name: test, group: 'all', order, role: 'measured', primaryMetric: 'qps' })),
    metricNames: ['qps', 'latency_ms_p95', 'cpu/o'],
    results: TESTS.map((test, order) => {
      const slow = branch === 'commits' && test === 'insert' && index >= of / 2 ? 0.92 : 1
      const qps = Number((1000 * (order + 1) * slow * noise()).toFixed(3))
      return { test, clients: 8, values: [qps, Number((8000 / qps).toFixed(4)), Number((900 * noise()).toFixed(3))] }
    }),
  }
}

/** Factors around 1 that spread by about 2%, the same for the same index. */
function noiseOf(index: number): () => number {
  const uniform = seededRandom(index + 1)
  return () => Math.exp(0.02 * (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3))
}
