import { expect, test } from 'vitest'
import type { Point } from '../compare/point.ts'
import type { FindingState } from './finding.ts'
import { transitionsFromLaterVersions, versionsAfter } from './later-versions.ts'
import type { StoredFinding } from './stored-finding.ts'

const environment = { benchmark: 'db_bench', workload: 'byrx', clients: '1' }

type Interval = { low: number; high: number }
const found = (
  state: FindingState,
  direction: 'worse' | 'better' = 'worse',
  { low, high }: Partial<Interval> = {},
): StoredFinding => ({
  id: 'f',
  product: 'RocksDB',
  from: '10.5.5',
  to: '10.6.2',
  hardware: 'arm',
  direction,
  changes: ['fillseq', 'overwrite'].map((name) => ({
    ...environment,
    test: name,
    group: null,
    metric: 'ops',
    line: '',
    value: 60,
    baseValue: 100,
    ratio: 0.6,
    low: low ?? null,
    high: high ?? null,
    runIds: ['one'],
    baseRunIds: [],
  })),
  judged: 2,
  medianRatio: 0.6,
  cause: null,
  agree: [],
  of: [],
  state,
  active: true,
  fixedIn: null,
  owner: null,
  knownBug: null,
  createdAt: '',
  updatedAt: '',
})

const news = (
  state: FindingState,
  later: Record<string, Record<string, number>>,
  direction?: 'worse' | 'better',
  interval?: Interval,
) => {
  const points = Object.entries(later).flatMap(([version, tests]) =>
    Object.entries(tests).map(([name, ops]): Point => {
      const coordinates = { ...environment, product: 'RocksDB', version, hardware: 'arm', test: name }
      return { runId: '', resultId: `${version} ${name}`, coordinates, values: { ops } }
    }),
  )
  return transitionsFromLaterVersions([found(state, direction, interval)], { points, tests: [], metrics: [] }).map(
    (one) => `${one.transition} ${one.version}`,
  )
}

test('tests that recover in a later version fix the finding, as of the newest such version', () => {
  expect(news('new', { '10.7.6': { fillseq: 99, overwrite: 101 } })).toEqual(['recovered 10.7.6'])
  expect(news('confirmed', { '10.7.6': { fillseq: 70, overwrite: 70 } })).toEqual([])
  expect(news('new', { '10.7.6': { fillseq: 99, overwrite: 99 }, '10.10.0': { fillseq: 60, overwrite: 60 } })).toEqual(
    [],
  )
})

test('a fixed finding that regresses again is reopened, and values in between change nothing', () => {
  expect(news('fixed', { '10.10.0': { fillseq: 60, overwrite: 60 } })).toEqual(['relapsed 10.10.0'])
  expect(news('fixed', { '10.10.0': { fillseq: 96, overwrite: 96 } })).toEqual([])
  expect(news('new', { '10.10.0': { fillseq: 96, overwrite: 96 } })).toEqual([])
})

test('earlier versions, too few tests and improvements do not change the state', () => {
  expect(news('new', { '10.5.5': { fillseq: 100, overwrite: 100 } })).toEqual([])
  expect(news('new', { '10.7.6': { other: 100 } })).toEqual([])
  expect(news('new', { '10.7.6': { fillseq: 100, overwrite: 100 } }, 'better')).toEqual([])
})

test('if noise alone can move a version that far, a finding is neither fixed nor reopened', () => {
  const noisy = { low: 0.4, high: 0.9 }
  expect(news('new', { '10.7.6': { fillseq: 100, overwrite: 100 } }, 'worse', noisy)).toEqual(['recovered 10.7.6'])
  expect(news('new', { '10.7.6': { fillseq: 98, overwrite: 98 } }, 'worse', { low: 0.35, high: 0.98 })).toEqual([])
  expect(news('fixed', { '10.7.6': { fillseq: 80, overwrite: 80 } }, 'worse', noisy)).toEqual([])
  expect(news('fixed', { '10.7.6': { fillseq: 60, overwrite: 60 } }, 'worse', noisy)).toEqual(['relapsed 10.7.6'])
})

test('a branch with many commits does not decide about a release; the previous release does', () => {
  const tests = new Set(['fillseq 1', 'overwrite 1'])
  const versions = [
    { version: '10.6.2', tests, commits: 1 },
    { version: '10.7.6', tests, commits: 1 },
    { version: '11.0-dev', tests, commits: 40 },
  ]
  const at = { hardware: 'arm', benchmark: environment.benchmark, workload: environment.workload, versions }
  expect(versionsAfter(found('new'), [at])).toEqual(['10.7.6'])
  const once = versions.map((one) => ({ ...one, commits: 1 }))
  expect(versionsAfter(found('new'), [{ ...at, versions: once }])).toEqual(['11.0-dev', '10.7.6'])
})
