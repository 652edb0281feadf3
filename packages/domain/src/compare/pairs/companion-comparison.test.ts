import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../comparison.ts'
import { preparePageGrid } from '../page-grid/page-grid.ts'
import { companionComparison } from './companion-comparison.ts'

const VERSIONS = ['1.0', '2.0', '3.0', '4.0', '5.0', '6.0']
const METRICS = [
  { name: 'qps', unit: 'queries/s', better: 'higher', about: '' },
  { name: 'cpu/o', unit: 'µs', better: 'lower', about: '' },
] as const

/** Results of one test of two products, in which the CPU of the first is measured from one of its versions on. */
function gridOf(comparison: Comparison, cpuFrom = 0) {
  const wanted = comparison.filters.version
  const points = ['PostgreSQL', 'RocksDB'].flatMap((product) =>
    VERSIONS.flatMap((version, at) =>
      wanted?.includes(version) === false
        ? []
        : [
            {
              runId: `00000000-0000-8000-8000-00000000000${at}`,
              resultId: `${product} ${version}`,
              coordinates: { product, version, hardware: 'dell32', test: 'scan', group: 'all', clients: '1' },
              values: {
                qps: 100 + at,
                ...(product === 'PostgreSQL' && at < cpuFrom ? {} : { 'cpu/o': 10 + at }),
              },
            },
          ],
    ),
  )
  const tests = [{ name: 'scan', group: 'all', order: 0, role: 'measured' as const, primaryMetric: 'qps' }]
  return compare({ points, tests, metrics: [...METRICS] }, comparison)
}

const EVERY_TEST: Comparison = { ...DEFAULT_COMPARISON, columns: ['version'], tables: ['product'] }

/** Companions as the page shows them, by product. */
function companionsIn(
  comparison: Comparison,
  cpuFrom = 0,
  others = companionComparison(comparison, gridOf(comparison), ['cpu/o']),
) {
  const page = preparePageGrid(gridOf(comparison), comparison, others === null ? null : gridOf(others, cpuFrom))
  return page.grid.tables.map(({ key }, at) => [key.label, page.tables[at]?.rows[0]?.companions[0]?.text ?? null])
}

test('companions of many versions are read for the newest version and the base', () => {
  const others = companionComparison(EVERY_TEST, gridOf(EVERY_TEST), ['qps', 'cpu/o'])
  expect(others).toEqual({ ...EVERY_TEST, metrics: ['cpu/o'], filters: { version: ['1.0', '6.0'] } })
  expect(companionsIn(EVERY_TEST)).toEqual(companionsIn(EVERY_TEST, 0, { ...EVERY_TEST, metrics: ['cpu/o'] }))
  expect(companionsIn(EVERY_TEST)).toEqual([
    ['PostgreSQL', '1.50'],
    ['RocksDB', '1.50'],
  ])
})

test('a companion that the base lacks is not divided by another version', () => {
  expect(companionsIn(EVERY_TEST, 1)).toEqual([
    ['PostgreSQL', null],
    ['RocksDB', '1.50'],
  ])
})

test('few versions are read with their filters', () => {
  const pair = { ...EVERY_TEST, filters: { version: ['5.0', '6.0'] } }
  expect(companionComparison(pair, gridOf(pair), ['cpu/o'])?.filters).toEqual(pair.filters)
  expect(companionComparison(pair, gridOf(pair), ['qps'])).toBeNull()
})
