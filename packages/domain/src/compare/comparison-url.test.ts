import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Comparison, DEFAULT_COMPARISON } from './comparison.ts'
import { fromQuery, toQuery } from './comparison-url.ts'
import { type DimensionName, FIXED_DIMENSIONS } from './dimension.ts'

const readable: Comparison = {
  ...DEFAULT_COMPARISON,
  columns: ['version', 'config'],
  base: { kind: 'values', values: { version: '17.6', config: 'x10a_c32r128' } },
  filters: { version: ['17.6', '18.0'], test: ['point-query_range=100'], 'param:cache_type': ['lru'] },
  show: 'both',
}

test('people can read and type a query', () => {
  expect(toQuery(readable)).toBe(
    'columns=version,config&base=version:17.6,config:x10a_c32r128&show=both&version=17.6,18.0' +
      '&test=point-query_range=100&param:cache_type=lru',
  )
})

test('the default comparison has an empty query', () => {
  expect(toQuery(DEFAULT_COMPARISON)).toBe('')
  expect(fromQuery('')).toEqual({ comparison: DEFAULT_COMPARISON, problems: [] })
})

test('equal comparisons have equal queries, in any order of their parameters', () => {
  const { filters } = fromQuery('param:cache_type=lru&test=point-query_range=100&version=17.6,18.0').comparison
  const base = { kind: 'values' as const, values: { config: 'x10a_c32r128', version: '17.6' } }
  expect(toQuery({ ...readable, filters, base })).toBe(toQuery(readable))
})

const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', '1', ',', ':', '\\', 'e', '=', '&', '+', '%', ' ', '#', 'é', '😀'),
    maxLength: 6,
  }),
  fc.constantFrom('clang+LTO', 'param:', '\\e', ''),
)
const name = text.filter((value) => value !== '')
const dimension: fc.Arbitrary<DimensionName> = fc.oneof(
  fc.constantFrom(...FIXED_DIMENSIONS),
  name.map((value): DimensionName => `param:${value}`),
)
const limit = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map((value) => value + 0)
const comparison: fc.Arbitrary<Comparison> = fc
  .record({
    filters: fc.dictionary(dimension, fc.array(text, { minLength: 1, maxLength: 3 }), {
      noNullPrototype: true,
      maxKeys: 4,
    }),
    axes: fc.uniqueArray(dimension, { maxLength: 6 }),
    cuts: fc.tuple(fc.nat(6), fc.nat(6)),
    metrics: fc.array(name, { minLength: 1, maxLength: 3 }),
    base: fc.oneof(
      fc.record({
        kind: fc.constantFrom(
          'none' as const,
          'first-row' as const,
          'first-column' as const,
          'first-cell' as const,
          'target' as const,
        ),
      }),
      fc.record({
        kind: fc.constant('values' as const),
        values: fc.dictionary(dimension, text, { noNullPrototype: true, maxKeys: 3 }),
      }),
    ),
    show: fc.constantFrom('absolute' as const, 'relative' as const, 'both' as const),
    repeats: fc.constantFrom('each' as const, 'median' as const, 'mean' as const, 'min' as const, 'max' as const),
    bands: fc.oneof(
      fc.record({ kind: fc.constant('quartile' as const) }),
      fc.record({ kind: fc.constant('relative' as const), worse: limit(0, 1), better: limit(1, 100) }),
    ),
    asPublished: fc.boolean(),
    allSteps: fc.boolean(),
    onlyChanged: fc.boolean(),
    countBadged: fc.boolean(),
    verdicts: fc.constantFrom('off' as const, 'on' as const, 'text' as const),
    sort: fc.oneof(
      fc.record({ kind: fc.constantFrom('order' as const, 'name' as const) }),
      fc.record({
        kind: fc.constant('column' as const),
        column: fc.nat(40),
        direction: fc.constantFrom('ascending' as const, 'descending' as const),
      }),
    ),
  })
  .map(({ axes, cuts: [a, b], ...rest }) => {
    const [first, second] = [Math.min(a, b), Math.max(a, b)]
    return { ...rest, rows: axes.slice(0, first), columns: axes.slice(first, second), tables: axes.slice(second) }
  })

test('a comparison is unchanged after formatting and parsing its query', () => {
  fc.assert(
    fc.property(comparison, (value) => {
      expect(Comparison.safeParse(value).success).toBe(true)
      const query = toQuery(value)
      expect(fromQuery(query)).toEqual({ comparison: value, problems: [] })
      expect(toQuery(fromQuery(`?${query}`).comparison)).toBe(query)
      expect(fromQuery(new URL(`http://localhost/compare?${query}`).searchParams).comparison).toEqual(value)
    }),
  )
})

test('no text makes parsing throw, and the result is always a comparison', () => {
  const keys = ['rows', 'base', 'bands', 'sort', 'show', 'version', '__proto__', 'toString']
  const texts = ['', ',', ':', '\\', 'version:', '0:9', '-0:1', 'column:', '%', '%ff', 'a,,b']
  const junk = fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...keys), fc.string({ maxLength: 4 })),
      fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 4 })),
    ),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(junk, (pairs) => {
      const { comparison } = fromQuery(pairs.map(([key, value]) => `${key}=${value}`).join('&'))
      expect(Comparison.safeParse(comparison).success).toBe(true)
      expect(fromQuery(toQuery(comparison)).comparison).toEqual(comparison)
    }),
  )
})

test('invalid input is reported with the expected form, and the default is used', () => {
  const { comparison, problems } = fromQuery(
    'rows=tests&columns=version,cfg&base=17.6&show=big&bands=2:1&sort=column:x&metrics=&published=1&tables=version&foo=1',
  )
  expect(comparison).toEqual({ ...DEFAULT_COMPARISON, columns: ['version'] })
  expect(problems.join('\n')).toMatchInlineSnapshot(`
    "rows: "tests" is not a dimension; known: product, version, build, compiler, flags, config, hardware, benchmark, benchmarkVersion, workload, group, test, clients, repeat, param:NAME
    columns: "cfg" is not a dimension; known: product, version, build, compiler, flags, config, hardware, benchmark, benchmarkVersion, workload, group, test, clients, repeat, param:NAME
    base: "17.6" is not none, first-row, first-column, first-cell, target or dimension:value, such as version:17.6
    show: "big" is not one of absolute, relative, both
    bands: "2:1" is neither quartile nor two limits around 1, such as 0.95:1.05
    sort: "column:x" is not order, name, or a column with a direction, such as column:0:descending
    metrics: names no metric
    published: "1" is not one of yes, no
    unknown parameter "foo"; known: rows, columns, tables, metrics, base, show, repeats, bands, published, steps, changed, badged, verdicts, sort, and dimensions
    version is on two axes of rows, columns and tables; the first is used"
  `)
})

test('a list may be given as repeated parameters, and an empty filter is not a filter', () => {
  const { comparison, problems } = fromQuery('version=17.6&version=18.0&rows=test&rows=clients&config=')
  expect(comparison).toEqual({
    ...DEFAULT_COMPARISON,
    rows: ['test', 'clients'],
    filters: { version: ['17.6', '18.0'] },
  })
  expect(problems).toEqual([])
})
