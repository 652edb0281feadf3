import { resultsOf, together } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from '../../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../../comparison.ts'
import type { PointSet } from '../../point.ts'
import { compilersComparison, compilersOf, newestGains } from './compilers.ts'
import { compilerCharts } from './compilers-charts.ts'
import { consensusText, gainsText, percentText } from './compilers-words.ts'

const built = (hardware: string, compiler: string, table: string) =>
  resultsOf(table, { coordinates: { hardware, compiler, product: 'RocksDB', workload: 'byrx' } })

const results = together(
  built('arm', 'gcc', 'test | 9.0 | 10.8\nfill | 100 | 110\nread | 100 | 100'),
  built('arm', 'clang', 'test | 9.0 | 10.8\nfill | 105 | 121\nread | 100 | 97'),
  built('arm', 'clang+LTO', 'test | 9.0 | 10.8\nfill | - | 132\nread | 100 | 120'),
  built('pn53', 'gcc', 'test | 10.7\nfill | 200'),
  built('pn53', 'clang', 'test | 10.7\nfill | 230'),
  built('hetz', 'clang', 'test | 10.7\nfill | 300'),
)

const requested: Comparison = { ...DEFAULT_COMPARISON, tables: ['test', 'hardware', 'workload'] }

function study(set: PointSet, changes: Partial<Comparison> = {}) {
  const comparison = compilersComparison({ ...requested, ...changes })
  return compilersOf(compare(set, comparison), comparison)
}

test('each compiler is compared with the first one of the same version', () => {
  const { panels, leftOut } = study(results)
  expect(panels.map(({ label }) => label)).toEqual(['fill arm byrx', 'fill pn53 byrx', 'read arm byrx'])
  expect(leftOut).toEqual(['fill hetz byrx'])
  expect(panels.map((panel) => gainsText(newestGains(panel)))).toEqual([
    '10.8: clang+LTO +20%, clang +10% over gcc',
    '10.7: clang +15% over gcc',
    '10.8: clang+LTO +20%, clang −3% over gcc',
  ])
  expect(panels[0]?.gains.map(({ version, compiler }) => `${version} ${compiler}`)).toEqual([
    '9.0 clang',
    '10.8 clang',
    '10.8 clang+LTO',
  ])
})

test('as published, rounded relative values are divided', () => {
  const set = together(
    built('arm', 'gcc', 'test | 9.0 | 10.8\nfill | 35263 | 36674'),
    built('arm', 'clang', 'test | 9.0 | 10.8\nfill | 35000 | 39142'),
  )
  expect(study(set).panels.map((panel) => gainsText(newestGains(panel)))).toEqual(['10.8: clang +7% over gcc'])
  const published = study(set, { asPublished: true }).panels[0]
  expect(published && newestGains(published)[0]?.change).toBeCloseTo(1.11 / 1.04 - 1, 9)
})

test('the verdict of machines is that of the majority, if there is one', () => {
  const { consensus } = study(results)
  expect(consensus.map((one) => `${one.test}, ${one.of}: ${consensusText(one)}`)).toEqual([
    'fill, byrx: clang over gcc: 2 of 2 agree, faster (+10% to +15%)',
    'fill, byrx: clang+LTO over gcc: arm, faster (+20%)',
    'read, byrx: clang over gcc: arm, about the same (−3%)',
    'read, byrx: clang+LTO over gcc: arm, faster (+20%)',
  ])
})

test('small charts share one scale, and a compiler has the same color on all of them', () => {
  const charts = compilerCharts(study(results).panels)
  for (const { y } of charts) expect(y.room).toEqual({ low: 0.97, high: 1.32 })
  expect(charts.map(({ series }) => series.map(({ name, color }) => `${name} ${color}`))).toEqual([
    ['gcc 1', 'clang 2', 'clang+LTO 3'],
    // A single version is drawn as bars of its compilers.
    ['10.7 1'],
    ['gcc 1', 'clang 2', 'clang+LTO 3'],
  ])
  expect(charts[0]?.series[2]?.points).toEqual([
    { x: 0, y: null },
    { x: 1, y: 1.32 },
  ])
  expect(charts[0]?.summary).toBe('10.8: clang+LTO +20%, clang +10% over gcc. From 1.00 (9.0) to 1.32 (10.8).')
})

test.each([
  [0.154, '+15%'],
  [-0.06, '−6%'],
  [0.004, '±0%'],
  [-0.004, '±0%'],
])('%d is %s', (change, text) => {
  expect(percentText(change)).toBe(text)
})
