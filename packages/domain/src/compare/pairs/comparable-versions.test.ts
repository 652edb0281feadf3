import { expect, test } from 'vitest'
import { fromQuery, toQuery } from '../comparison-url.ts'
import {
  type ComparableVersions,
  choosePair,
  environmentsOf,
  pairComparison,
  usualPair,
} from './comparable-versions.ts'
import { commonEnvironments, counterparts, findPairs, pairOptions } from './pair-options.ts'

type Listed = readonly (readonly [version: string, tests: number, common: number])[]
const environment = (hardware: string, versions: Listed, product = 'PostgreSQL'): ComparableVersions => ({
  product,
  hardware,
  benchmark: 'sysbench',
  workload: 'cached',
  versions: versions.map(([version, tests, common]) => ({ version, tests, common })),
})

const LAB = [
  environment('nuc', [
    ['12.22', 9, 0],
    ['18.2', 9, 9],
  ]),
  environment('dell32', [
    ['16.10', 33, 0],
    ['17.6', 33, 33],
    ['18.0', 33, 33],
  ]),
  environment(
    'hetz',
    [
      ['9.4.0', 90, 0],
      ['9.5.0', 90, 0],
    ],
    'MySQL',
  ),
]

test('the usual pair is the two newest comparable versions where most was measured', () => {
  expect(usualPair(LAB)).toEqual({
    product: 'PostgreSQL',
    from: '17.6',
    to: '18.0',
    hardware: 'dell32',
    benchmark: 'sysbench',
    workload: 'cached',
  })
})

test('without tests in common there is no usual pair', () => {
  expect(usualPair([])).toBeNull()
  expect(usualPair(LAB.slice(2))).toBeNull()
})

const OPTIONS = pairOptions(LAB)
const postgres = OPTIONS.filter(({ product }) => product === 'PostgreSQL')

test('versions are listed newest first, and counterparts ran in the same environment', () => {
  expect(OPTIONS.map(({ product, versions }) => [product, ...versions])).toEqual([
    ['PostgreSQL', '18.2', '18.0', '17.6', '16.10', '12.22'],
    ['MySQL', '9.5.0', '9.4.0'],
  ])
  expect(postgres.map((own) => counterparts(own, '17.6'))).toEqual([['18.0', '16.10']])
  expect(postgres.map((own) => counterparts(own, '5.6'))).toEqual([[]])
  expect(postgres.map((own) => commonEnvironments(own, '17.6', '16.10').map(({ hardware }) => hardware))).toEqual([
    ['dell32'],
  ])
})

test.each([
  ['18.0 vs 17.6 dell32', [{ product: 'PostgreSQL', hardware: 'dell32', from: '17.6', to: '18.0' }]],
  ['compare pg 17 with 18.0', [{ product: 'PostgreSQL', hardware: 'dell32', from: '17.6', to: '18.0' }]],
  ['mysql 9.5 vs 9.4', [{ product: 'MySQL', hardware: 'hetz', from: '9.4.0', to: '9.5.0' }]],
  ['mysql 18.0 vs 17.6', []],
  ['18.0 vs 17.6 hetz', []],
  ['18.0', []],
  ['18.0 vs 18.0', []],
  ['', []],
])('the text "%s" names pairs of versions', (text, pairs) => {
  expect(findPairs(OPTIONS, text)).toEqual(pairs)
})

test('a pair without a machine gets the one with most tests, and a machine without both is replaced', () => {
  const pair = { product: 'PostgreSQL', from: '16.10', to: '18.0' }
  expect(environmentsOf(LAB, pair).map(({ hardware }) => hardware)).toEqual(['dell32'])
  expect(choosePair(LAB, pair)?.hardware).toBe('dell32')
  expect(choosePair(LAB, { ...pair, hardware: 'nuc' })?.hardware).toBe('dell32')
  expect(choosePair(LAB, { ...pair, to: '18.2' })).toBeNull()
})

test('the comparison of a pair has the older version as base and survives its address', () => {
  const pair = usualPair(LAB)
  if (pair === null) throw new Error('the lab has a pair')
  const comparison = pairComparison(pair)
  expect(comparison.base).toEqual({ kind: 'values', values: { version: '17.6' } })
  expect(fromQuery(toQuery(comparison))).toEqual({ comparison, problems: [] })
})
