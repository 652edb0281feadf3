import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { type DimensionName, FIXED_DIMENSIONS } from '@assay/domain/compare/dimension'
import type { Point, PointSet, TestInfo } from '@assay/domain/compare/point'
import fc from 'fast-check'

const TESTS = ['hot-points', 'read-only', 'write-only']
const tests = TESTS.map((name, order): TestInfo => {
  return { name, group: order < 1 ? 'reads' : null, order, role: 'measured', primaryMetric: 'qps' }
})

/** Dimensions other than the test in which the results may differ. */
export const DIMENSIONS = [
  ...FIXED_DIMENSIONS.filter((name) => name !== 'group' && name !== 'test'),
  'param:tables',
] satisfies DimensionName[]

/**
 * Few values per dimension, so that results often share most of them; versions and configs of different products
 * differ.
 */
const point = fc
  .record({
    product: fc.constantFrom('MySQL', 'Postgres'),
    version: fc.constantFrom('8.4', '9.5'),
    build: fc.constantFrom('gcc a', 'gcc b'),
    compiler: fc.constantFrom('gcc', 'unknown'),
    flags: fc.constantFrom('', '-O2', '-O2 +PGO'),
    benchmark: fc.constantFrom('sysbench', 'sysbench', 'db_bench'),
    benchmarkVersion: fc.constantFrom('', '1.0.20', '1.1.0'),
    config: fc.constantFrom('x10a', 'x10b', 'x10c'),
    hardware: fc.constantFrom('dell32', 'pn53'),
    workload: fc.constantFrom('cached', 'IO-bound'),
    clients: fc.constantFrom('1', '40'),
    repeat: fc.constantFrom('1', '2'),
    'param:tables': fc.constantFrom('', '1', '8'),
    test: fc.constantFrom(...TESTS),
  })
  .map((drawn): Point['coordinates'] => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== '')))

/** Most dimensions have only one value in most sets, as in real uploads. */
const points = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom('version', 'version', 'config', 'config', ...DIMENSIONS), { maxLength: 5 }),
    fc.array(point, { minLength: 2, maxLength: 16 }),
    fc.integer({ min: 1, max: 1_000_000 }),
  )
  .map(([varying, coordinates, seed]): Point[] => {
    const [first] = coordinates
    const remaining = coordinates.map((own) => {
      const others = Object.fromEntries(
        [...varying, 'test' as const].flatMap((name) => (own[name] ? [[name, own[name]]] : [])),
      )
      const made = { ...first, ...others }
      // In half of the sets each version has its own config, and each product its own versions.
      if (seed % 2 === 0) return made
      const version = made.product === 'MySQL' ? made.version : `1${made.version}`
      return { ...made, version: version ?? '', config: made.version === '8.4' ? 'x10a' : (made.config ?? '') }
    })
    const distinct = new Map(remaining.map((own) => [JSON.stringify(Object.entries(own).sort()), own]))
    // Values are unique, so that a value identifies its result.
    return [...distinct].map(([id, own], i) => ({
      runId: id,
      resultId: id,
      coordinates: own,
      values: { qps: 100 + i * 37 + (seed % 997) / 1000 },
    }))
  })

const axis = fc.uniqueArray(fc.constantFrom<DimensionName>(...DIMENSIONS), { maxLength: 3 })

/** Dimensions to name, filter and show; values are drawn from the results. */
const plan = fc.record({
  columns: axis,
  tables: fc.oneof(
    { weight: 3, arbitrary: fc.constant<DimensionName[]>([]) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(fc.constantFrom<DimensionName>('hardware', 'workload', 'clients'), { maxLength: 2 }),
    },
  ),
  extraRows: fc.oneof({ weight: 2, arbitrary: fc.constant<DimensionName[]>([]) }, { weight: 1, arbitrary: axis }),
  named: fc.uniqueArray(
    fc.constantFrom<DimensionName>(
      'version',
      'version',
      'version',
      'product',
      'version',
      'config',
      'hardware',
      'clients',
      'compiler',
      'repeat',
      'workload',
    ),
    { maxLength: 2 },
  ),
  kind: fc.constantFrom('values', 'values', 'values', 'first-column', 'first-row', 'first-cell'),
  filtered: fc.uniqueArray(fc.constantFrom<DimensionName>('version', 'config', 'hardware', 'workload'), {
    maxLength: 2,
  }),
  base: fc.nat(15),
  listed: fc.array(fc.nat(15), { minLength: 1, maxLength: 6 }),
  show: fc.constantFrom<Comparison['show']>('relative', 'both', 'absolute'),
  repeats: fc.constantFrom<Comparison['repeats']>('median', 'min', 'min', 'min', 'max', 'mean', 'each'),
  asPublished: fc.constantFrom(false, false, false, true),
  turned: fc.boolean(),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never

function comparisonOf(results: readonly Point[], requested: Plan): Comparison {
  const valueAt = (index: number, name: DimensionName) => results[index % results.length]?.coordinates[name] ?? ''
  const tables: readonly DimensionName[] = requested.tables
  const columns = requested.columns.filter((name) => !tables.includes(name))
  const rows = [
    'test' as const,
    ...requested.extraRows.filter((name) => !tables.includes(name) && !columns.includes(name)),
  ]
  const filters = requested.filtered.map((name) => [
    name,
    [...new Set(requested.listed.map((index) => valueAt(index, name)))],
  ])
  const values = Object.fromEntries(requested.named.map((name) => [name, valueAt(requested.base, name)]))
  return {
    ...DEFAULT_COMPARISON,
    rows: requested.turned ? columns : rows,
    columns: requested.turned ? rows : columns,
    tables: requested.tables,
    filters: Object.fromEntries(filters),
    base: requested.kind === 'values' ? { kind: 'values', values } : { kind: requested.kind as 'first-row' }, // one of the kinds above
    show: requested.show,
    repeats: requested.repeats,
    asPublished: requested.asPublished,
    verdicts: 'off',
  }
}

export const setOf = (results: readonly Point[]): PointSet => ({ points: results, tests, metrics: [] })

/**
 * Small sets of results with a comparison of each; the same on every call. Verdicts are off, because so few results
 * rarely have one.
 */
export const generatedComparisons = (count: number): { results: Point[]; comparison: Comparison }[] =>
  fc
    .sample(fc.tuple(points, plan), { numRuns: count, seed: 12 })
    .map(([results, requested]) => ({ results, comparison: comparisonOf(results, requested) }))
