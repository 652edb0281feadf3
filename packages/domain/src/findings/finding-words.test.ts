import { expect, test } from 'vitest'
import { causeLine, causeSummary, findingsHeadline } from './finding-words.ts'

const CPU =
  'More CPU per operation (new CPU overhead): throughput −63%, CPU per operation +171%, context switches per operation +16%, reads per operation unchanged.'
const STALLS =
  'More time in write stalls: flush or compaction does not keep up: throughput −38%, share of time in write stalls +60%, compaction MB/s −33%.'
const CONTENTION =
  'Contention (mutex or lock): throughput −30%, context switches per operation +150%; at 1 client it is +1%.'

test('lists have the number that explains a change', () => {
  expect([CPU, STALLS, CONTENTION].map(causeSummary)).toEqual([
    'CPU per operation +171%',
    'Share of time in write stalls +60%',
    'Context switches per operation +150%',
  ])
  expect(causeSummary('Slower fsync: qps is 0.70 of the base.')).toBe('Slower fsync')
})

test('a line of a list has the cause without throughput and without what did not move', () => {
  expect([CPU, STALLS, CONTENTION].map(causeLine)).toEqual([
    'More CPU per operation (new CPU overhead): CPU per operation +171%, context switches per operation +16%',
    'More time in write stalls: flush or compaction does not keep up: share of time in write stalls +60%, compaction MB/s −33%',
    'Contention (mutex or lock): context switches per operation +150%; at 1 client it is +1%',
  ])
  expect(causeLine('A sentence of an earlier version.')).toBe('A sentence of an earlier version.')
})

test('the headline of findings counts tests, as that of the overview does, and findings beside them', () => {
  const finding = (direction: 'worse' | 'better', tests: number) => ({
    direction,
    changes: Array.from({ length: tests }, (_, at) => at),
  })
  expect(findingsHeadline([finding('worse', 8), finding('worse', 1), finding('better', 3)])).toBe(
    'Regressions in 9 tests (2 findings), improvements in 3 (1 finding)',
  )
  expect(findingsHeadline([finding('better', 1)])).toBe('No regressions, improvements in 1 test (1 finding)')
  expect(findingsHeadline([finding('worse', 1)])).toBe('Regressions in 1 test (1 finding)')
})
