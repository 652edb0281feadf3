import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'
import { plainProfileYaml } from '../../import/profile/plain-profile.ts'
import { parseImportProfile } from '../../import/profile/profile.ts'
import { unwrap } from '../../result.ts'
import { parseClickbench } from './clickbench-report.ts'

const report = (changes: object = {}) =>
  JSON.stringify(
    {
      system: 'ClickHouse',
      date: '2026-11-01',
      machine: 'c6a.4xlarge',
      cluster_size: 1,
      load_time: 120.5,
      data_size: 1024 ** 3 * 9,
      result: [
        [0.9, 0.2, 0.25],
        [null, null, null],
        [3, 1, null],
      ],
      ...changes,
    },
    null,
    1,
  )

const profile = unwrap(parseImportProfile(plainProfileYaml))
const read = (text: string) =>
  importFiles([{ path: 'clickhouse/result.json', text }], { profile, overrides: { version: '25.8' } })

test('the first try has cold caches, the others are repeats with hot caches', () => {
  const { documents, problems } = read(report())
  expect(problems).toEqual([])
  expect(documents.map(({ product, version, hardware }) => [product, version, hardware.name])).toEqual([
    ['ClickHouse', '25.8', 'c6a.4xlarge'],
    ['ClickHouse', '25.8', 'c6a.4xlarge'],
  ])
  const times = documents.map(({ metricNames, results }) =>
    results.map(({ test: name, params, values }) => [name, params?.cache, values[metricNames.indexOf('time_s')]]),
  )
  expect(times[0]).toEqual(
    expect.arrayContaining([
      ['load', undefined, 120.5],
      ['Q0', 'cold', 0.9],
      ['Q0', 'hot', 0.2],
      ['Q2', 'hot', 1],
    ]),
  )
  expect(times[1]).toEqual([['Q0', 'hot', 0.25]])
})

test('a query is a failed result only when all its tries failed', () => {
  const failed = read(report()).documents.flatMap(({ results }) => results.filter(({ status }) => status === 'failed'))
  expect(failed.map(({ test: name, statusReason }) => [name, statusReason])).toEqual([
    ['Q1', 'every try of the query failed'],
  ])
})

test.each([
  ['a negative time', report({ result: [[0.9, 0.2, -0.25]] }), /result\/0\/2/],
  ['queries with different numbers of tries', report({ result: [[1, 1, 1], [1]] }), /query 1 has 1 tries/],
  ['a cut file', report().slice(0, -20), /is no JSON/],
])('%s refuses the run with its line', (_name, text, message) => {
  const { value, problems } = parseClickbench(text, 'f')
  expect(value).toBeNull()
  expect(problems).toEqual([expect.objectContaining({ refusesRun: true, line: expect.any(Number) })])
  expect(problems[0]?.message).toMatch(message)
})
