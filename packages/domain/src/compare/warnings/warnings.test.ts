import { POSTGRES_RESULTS, warningsOfQuery } from '@assay/testing/compare/query-results'
import { resultsOf, together } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import type { PointSet } from '../point.ts'

test('a hidden dimension that differs is reported with its values', () => {
  expect(warningsOfQuery(POSTGRES_RESULTS, 'columns=version')).toEqual([
    'Config is on no axis and differs: x10a, x10b, x10c. Some cells mix them as if they were repeats: filter it or put it on an axis.',
  ])
  expect(warningsOfQuery(POSTGRES_RESULTS, 'columns=version&config=x10a,x10b')).toEqual([
    'Config is on no axis and differs: x10a, x10b. Filter it or put it on an axis to compare like with like.',
  ])
  const built = (build: (version: string) => string): PointSet => ({
    ...POSTGRES_RESULTS,
    points: POSTGRES_RESULTS.points.map((point) => {
      const { version = '' } = point.coordinates
      return { ...point, coordinates: { ...point.coordinates, config: 'x', build: build(version) } }
    }),
  })
  const hidden = (set: PointSet) => warningsOfQuery(set, 'columns=version').filter((text) => text.startsWith('Build'))
  const commits = built((version) => `gcc -O2 ${version === '17.6' ? 'ab12cd3' : '99ff001'}`)
  expect(hidden(commits), 'every version has a commit of its own').toEqual([])
  expect(hidden(built((version) => `gcc ${version === '17.6' ? '-O2 ab12cd3' : '-O3 99ff001'}`))).toHaveLength(1)
  const sizes = together(
    resultsOf('test | 1\na | 1', { coordinates: { 'param:tables': '8' } }),
    resultsOf('test | 2\na | 1'),
  )
  expect(warningsOfQuery(sizes, '')).toEqual([
    'Parameter tables is on no axis and differs: 8, not stated. Filter it or put it on an axis to compare like with like.',
  ])
})

test('differences that follow from the test are not reported', () => {
  const set = together(
    resultsOf('test | 1 | 2\nfillseq | 1 | 2', { coordinates: { clients: '1' } }),
    resultsOf('test | 1 | 2\nreadrandom | 1 | 2', { coordinates: { clients: '40' } }),
  )
  expect(warningsOfQuery(set, '')).toEqual([])
  expect(warningsOfQuery(set, 'rows=clients')).toEqual([
    'Test is on no axis and differs: fillseq, readrandom. Filter it or put it on an axis to compare like with like.',
  ])
})

test('differences between tables, or between rows that are not compared, are not reported', () => {
  const sized = (workload: string, tables: string) =>
    resultsOf('test | 1 | 2\na | 1 | 2', { coordinates: { workload, 'param:tables': tables } })
  const set = together(sized('small', '1'), sized('large', '8'))
  expect(warningsOfQuery(set, 'tables=workload')).toEqual([])
  expect(warningsOfQuery(set, 'rows=workload,test')).toEqual([])
  expect(warningsOfQuery(set, 'rows=workload,test&base=first-row')).toEqual([
    'Parameter tables is on no axis and differs: 1, 8. Filter it or put it on an axis to compare like with like.',
  ])
  expect(warningsOfQuery(set, 'tables=workload&base=workload:small')).toHaveLength(1)
  expect(warningsOfQuery(set, '').map((text) => text.split(' is on', 1)[0])).toEqual(['Parameter tables', 'Workload'])
})

test('missing results give warnings: tests of some columns only, tests of the base only, a missing base', () => {
  expect(warningsOfQuery(POSTGRES_RESULTS, '')).toEqual(['Not every column has scan (not 18.0 x10c).'])
  expect(warningsOfQuery(POSTGRES_RESULTS, 'version=18.0&config=x10c&base=version:17.6')).toEqual([
    'Only the base has results for scan.',
  ])
  expect(warningsOfQuery(POSTGRES_RESULTS, 'test=scan&base=version:16.1')).toEqual([
    'No result belongs to the base, 16.1, so there are no ratios.',
    'Nothing is compared. Of 2 cells: 2 without a result of the base.',
  ])
  expect(warningsOfQuery(POSTGRES_RESULTS, 'metrics=toString')).toEqual(['No result has the metric toString.'])
  expect(warningsOfQuery(POSTGRES_RESULTS, 'metrics=p99')).toEqual(['No result has the metric p99.'])
})
