import { labPlain } from '@assay/testing/import/lab-profiles'
import { fixtureText } from '@assay/testing/import/recorded-output'
import { expect, test } from 'vitest'
import { importFiles } from '../import/import-files.ts'
import type { ImportOverrides } from '../import/overrides.ts'

const importText = (path: string, text: string, overrides: ImportOverrides = {}) => {
  const stated = { product: 'Server', version: '1.0', hardware: { name: 'bench' }, workload: 'small', ...overrides }
  const { documents, problems, questions } = importFiles([{ path, text }], { profile: labPlain, overrides: stated })
  const rows = documents.flatMap(({ metricNames, results, repeat = 1 }) =>
    results.map(({ test: name, clients, values, status }) => {
      const known = Object.fromEntries(
        metricNames.flatMap((metric, at) => (values[at] == null ? [] : [[metric, values[at]]])),
      )
      return { name, clients, repeat, status: status ?? 'finished', values: known }
    }),
  )
  return { documents, rows, problems, questions }
}

test('a power stream of TPC-DS is a result for each template and one for the stream', () => {
  const { rows, problems } = importText('ds/stream_0.out', fixtureText('psql-15/stream_0.out'))
  expect(problems).toEqual([])
  expect(rows.map(({ name, clients }) => [name, clients])).toEqual([
    ['power', 1],
    ['Q7', 1],
    ['Q39', 1],
    ['Q96', 1],
  ])
  const seconds = rows.flatMap(({ values }) => values.time_s ?? [])
  expect(rows[0]?.values.elapsed_s).toBeCloseTo(
    seconds.reduce((sum, one) => sum + one, 0),
    9,
  )
})

test('a query of TPC-DS that the server refused is a failed result, and its stream has none', () => {
  const { rows } = importText('ds/stream_1.out', fixtureText('psql-15/stream_1.out'))
  expect(rows.map(({ name, status }) => [name, status])).toEqual([
    ['Q39', 'finished'],
    ['Q96', 'finished'],
    ['Q99', 'failed'],
  ])
})

test('trials of mongo-perf are repeats, with the threads as clients', () => {
  const measured = { ops_per_sec: 15, ops_per_sec_values: [10, 20], error_count: 0, elapsed_secs: 5 }
  const text = JSON.stringify({ results: [{ name: 'Insert.Empty', results: { 4: measured, run_start_time: 1 } }] })
  const { documents, rows } = importText('results.json', text, { product: 'MongoDB' })
  expect(documents.map(({ benchmark }) => benchmark.name)).toEqual(['mongo-perf', 'mongo-perf'])
  expect(rows).toMatchObject([
    { name: 'Insert.Empty', clients: 4, repeat: 1, values: { 'ops/s': 10, elapsed_s: 5 } },
    { name: 'Insert.Empty', clients: 4, repeat: 2, values: { 'ops/s': 20, elapsed_s: 5 } },
  ])
})

const TIMES = { calls: '90', min_ms: '0.5', avg_ms: '2.0', max_ms: '9.0', p99_ms: '8.0', p95_ms: '5.0', p50_ms: '1.5' }

test('the result and the times of a job of HammerDB are one result', () => {
  const result = ['6A1', '2026-11-28', '4 Active Virtual Users configured']
  const job = [...result, 'TEST RESULT : System achieved 1000 NOPM from 2300 PostgreSQL TPM']
  const text = `${JSON.stringify(job, null, 2)}\n${JSON.stringify({ NEWORD: TIMES, PAYMENT: TIMES }, null, 2)}\n`
  const { rows, problems } = importText('job.json', text)
  expect(problems).toEqual([])
  expect(rows).toMatchObject([
    {
      name: 'TPROC-C',
      clients: 4,
      values: { NOPM: 1000, TPM: 2300, 'latency_ms_p99:NEWORD': 8, 'latency_ms_avg:PAYMENT': 2 },
    },
  ])
})

test('a job of HammerDB as one line of JSON is read like a log', () => {
  const users = ['1', '2 Active Virtual Users configured']
  const text = JSON.stringify([
    '0',
    'Vuser 1:RUNNING',
    ...users,
    '1',
    'TEST RESULT : System achieved 7 NOPM from 9 MySQL TPM',
  ])
  expect(importText('job.json', text).rows).toMatchObject([{ clients: 2, values: { NOPM: 7, TPM: 9 } }])
})
