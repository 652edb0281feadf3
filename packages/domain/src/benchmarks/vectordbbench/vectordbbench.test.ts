import { labArchive } from '@assay/testing/import/lab-profiles'
import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'

const caseOf = (metrics: object, about: { label?: string; id?: number; db_label?: string; ef?: number } = {}) => ({
  metrics: { max_load_count: 0, load_duration: 0, qps: 0, serial_latency_p99: 0, recall: 0, ...metrics },
  task_config: {
    db: 'PgVector',
    db_config: { db_label: about.db_label ?? '2026-11-20T10:00:00', version: '0.8.1', password: '**********' },
    db_case_config: { index: 'hnsw', m: 16, ef_search: about.ef ?? 100, session: { x: 1 }, unset: null },
    case_config: { case_id: about.id ?? 5, custom_case: {}, k: 10 },
  },
  label: about.label ?? ':)',
})
const COMPLETE = {
  ...{ load_duration: 120.5, qps: 250, serial_latency_p99: 0.004, serial_latency_p95: 0.003, recall: 0.97, ndcg: 0.98 },
  conc_num_list: [1, 8],
  conc_qps_list: [100, 250],
  conc_latency_p99_list: [0.02, 0.05],
  conc_latency_avg_list: [0.01, 0.03],
}

function read(results: readonly object[], overrides: { clients?: number } = {}) {
  const text = JSON.stringify({ run_id: 'r', task_label: 't', results, file_fmt: 'result_{}_{}_{}.json' }, null, 1)
  const file = { path: 'res/result_20261120_t_pgvector.json', text }
  return importFiles([file], { profile: labArchive, overrides: { hardware: 'lab3', ...overrides } })
}

test('a case is a serial search and one result for each number of clients, with recall and index parameters', () => {
  const { documents, problems, questions } = read([caseOf(COMPLETE), caseOf(COMPLETE, { ef: 200 })])
  expect([problems, questions]).toEqual([[], []])
  const [document] = documents
  expect(document).toMatchObject({ product: 'PgVector', version: '0.8.1', benchmark: { name: 'VectorDBBench' } })
  const rows = document?.results.map(({ test: name, clients, params }) => [name, clients, params?.ef_search])
  expect(rows).toEqual([
    ['Performance768D1M', 1, 100],
    ['Performance768D1M', 1, 200],
    ['Performance768D1M', 8, 100],
    ['Performance768D1M', 8, 200],
    ['Performance768D1M, serial', 1, 100],
    ['Performance768D1M, serial', 1, 200],
  ])
  const value = (row: number, metric: string) => document?.results[row]?.values[document.metricNames.indexOf(metric)]
  expect([value(2, 'qps'), value(2, 'latency_ms_p99'), value(2, 'recall')]).toEqual([250, 50, 0.97])
  expect([value(4, 'latency_ms_p99'), value(4, 'load_s'), value(4, 'qps')]).toEqual([4, 120.5, null])
  expect(document?.results[0]?.params).toEqual({ index: 'hnsw', m: 16, ef_search: 100, k: 10 })
})

test('a case that the tool marks as failed is stored as failed', () => {
  const { documents } = read([caseOf(COMPLETE), caseOf({}, { label: 'x', id: 10 })])
  expect(documents[0]?.results.filter(({ status }) => status === 'failed')).toMatchObject([
    { test: 'Performance1536D500K', statusReason: 'VectorDBBench marks the case as failed' },
  ])
})

test('a file of newer releases: no label, a version with a v, a mean above the 99th percentile', () => {
  const one = caseOf({ ...COMPLETE, conc_latency_avg_list: [0.01, 0.08] })
  const { label: _label, ...result } = { ...one, task_config: { ...one.task_config } }
  result.task_config.db_config = { ...one.task_config.db_config, version: 'v2.2.12' }
  const { documents, problems } = read([result])
  expect(problems).toEqual([])
  expect(documents).toMatchObject([{ version: '2.2.12' }])
  expect(documents[0]?.results.some(({ status }) => status === 'failed')).toBe(false)
})

test('a largest throughput without its clients asks for them', () => {
  const old = [caseOf({ qps: 26.26, serial_latency_p99: 0.5561, recall: 0.9999 }, { db_label: '2c8g' })]
  expect(read(old).questions).toMatchObject([{ field: 'clients' }])
  const { documents } = read(old, { clients: 20 })
  expect(documents[0]?.results.map(({ test: name, clients, params }) => [name, clients, params?.db_label])).toEqual([
    ['Performance768D1M', 20, '2c8g'],
    ['Performance768D1M, serial', 1, '2c8g'],
  ])
})
