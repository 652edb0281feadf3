import { expect, test } from 'vitest'
import { causeLine, causeSummary } from './finding-words.ts'

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
