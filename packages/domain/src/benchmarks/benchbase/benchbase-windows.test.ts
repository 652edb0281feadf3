import { labArchive } from '@assay/testing/import/lab-profiles'
import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'

const HEADER =
  'Time (seconds),Throughput (requests/second),Average Latency (millisecond),Minimum Latency (millisecond),Median Latency (millisecond),99th Percentile Latency (millisecond),Maximum Latency (millisecond),tp (req/s) scaled'
const windows = `${HEADER}\n0,800.000,10.000,1.000,9.000,50.000,90.000,100.000\n5,400.000,20.000,1.500,9.000,60.000,91.000,50.000\n10,20.000,10.000,1.000,9.000,50.000,80.000,100.000\n`
const summary = JSON.stringify({
  'Elapsed Time (nanoseconds)': 10_200_000_000,
  ...{ 'DBMS Type': 'POSTGRES', 'DBMS Version': 'PostgreSQL 18.1 on x86_64', 'Benchmark Type': 'tpcc' },
  ...{ 'Measured Requests': 6100, scalefactor: '10', terminals: '16' },
  'Latency Distribution': {
    'Average Latency (microseconds)': 13_000,
    '99th Percentile Latency (microseconds)': 55_000,
  },
  ...{ 'Throughput (requests/second)': 598.04, 'Goodput (requests/second)': 590 },
})
const STEM = 'pg18.1/tpcc_2026-11-03_10-20-30'
const read = (files: Record<string, string>, overrides: object = {}) =>
  importFiles(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    { profile: labArchive, overrides: { hardware: 'lab3', ...overrides } },
  )

test('next to a summary, windows are samples of its result and add response times of types of transactions', () => {
  const { documents, problems, questions } = read({
    [`${STEM}.summary.json`]: summary,
    [`${STEM}.results.csv`]: windows,
    [`${STEM}.results.NewOrder.csv`]: windows,
  })
  expect([problems, questions, documents.length]).toEqual([[], [], 1])
  const [result] = documents[0]?.results ?? []
  expect(result).toMatchObject({ test: 'tpcc', clients: 16 })
  expect(result?.samples?.find(({ metric }) => metric === 'ops/s')).toMatchObject({
    intervalSeconds: 5,
    values: [800, 400, 20],
  })
  const value = (name: string) => result?.values[documents[0]?.metricNames.indexOf(name) ?? -1]
  expect(value('ops/s')).toBe(590)
  expect(value('latency_ms_p99')).toBe(55)
  expect(value('latency_ms_avg:NewOrder')).toBeCloseTo((800 * 10 + 400 * 20) / 1200, 9)
})

test('alone, they are a result without percentiles, and its clients are asked for', () => {
  const files = { [`${STEM}.results.csv`]: windows }
  expect(read(files).questions.map(({ field }) => field)).toEqual(['clients'])
  const { documents } = read(files, { clients: 8 })
  const [document] = documents
  expect(document?.results).toMatchObject([{ test: 'tpcc', clients: 8 }])
  const value = (name: string) => document?.results[0]?.values[document.metricNames.indexOf(name)]
  // The last window may be shorter than the others.
  expect([value('ops/s'), value('elapsed_s'), value('latency_ms_max')]).toEqual([600, 10, 91])
  expect(document?.metricNames.filter((name) => name.startsWith('latency_ms_p'))).toEqual(['latency_ms_p99'])
  expect(value('latency_ms_p99')).toBeNull()
})
