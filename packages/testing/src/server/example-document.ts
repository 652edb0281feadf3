import type { UploadDocument } from '@assay/domain/run/upload-document'

/** A small run whose fields tests can override. */
export function exampleDocument(changes: Partial<UploadDocument> = {}): UploadDocument {
  return {
    schemaVersion: 1,
    product: 'Postgres',
    version: '17.6',
    build: { name: 'o2nofp', compiler: 'gcc', flags: '-O2 -fno-omit-frame-pointer' },
    config: { name: 'x10a_c32r128', settings: { io_method: 'sync' } },
    hardware: { name: 'dell32', cores: 32, memoryGb: 128 },
    benchmark: { name: 'sysbench' },
    workload: { name: 'cached, 8 tables, 10M rows', params: { tables: 8, rowsPerTable: 10_000_000 } },
    repeat: 1,
    startedAt: '2025-10-01T10:00:00Z',
    tests: [
      { name: 'point-query_range=100', group: 'point queries', order: 2, primaryMetric: 'qps' },
      { name: 'update-index_range=100', group: 'writes', order: 28, primaryMetric: 'qps' },
    ],
    metricNames: ['qps', 'latency_ms_p95'],
    results: [
      { test: 'point-query_range=100', clients: 24, values: [640_123.5, 0.05] },
      { test: 'update-index_range=100', clients: 24, values: [51_000, null] },
    ],
    ...changes,
  }
}
