import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KNOWN_METRICS } from '../../run/metric.ts'
import { compare } from '../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../comparison.ts'
import { type DimensionName, FIXED_DIMENSIONS } from '../dimension.ts'
import type { Cell, Grid } from '../grid.ts'
import type { Point, PointSet } from '../point.ts'
import { MIXED } from './mixed-note.ts'

// ASSAY_PROPERTY_COMPARISONS=10000 checks more comparisons.
const COMPARISONS = Number(process.env.ASSAY_PROPERTY_COMPARISONS ?? 1_000)

const DIMENSIONS = [...FIXED_DIMENSIONS.filter((name) => name !== 'group'), 'param:range'] satisfies DimensionName[]
const FACTS = ['commit', 'build type', 'config text', 'kernel', 'governor']

const someValue = fc.constantFrom('1', '2')
const somePoint = fc.record({
  coordinates: fc.record(Object.fromEntries(DIMENSIONS.map((name) => [name, someValue])), {
    requiredKeys: ['product', 'version', 'test'],
  }),
  facts: fc.option(fc.dictionary(fc.constantFrom(...FACTS), someValue)),
  value: fc.integer({ min: 1, max: 999 }),
})

/** Results that differ in few properties, so that cells of repeats and cells of a mix are both common. */
const someSet = fc.array(somePoint, { minLength: 1, maxLength: 3 }).chain((models) =>
  fc
    .array(
      fc.tuple(
        fc.nat(models.length - 1),
        fc.constantFrom('repeat', ...DIMENSIONS),
        someValue,
        fc.integer({ min: 1, max: 999 }),
      ),
      { minLength: 1, maxLength: 10 },
    )
    .map((changes): PointSet => {
      const points = changes.map(([at, name, changed, value], i): Point => {
        const { coordinates, facts } = models[at]! // `at` is a valid index.
        return {
          runId: `run ${i}`,
          resultId: `result ${i}`,
          coordinates: { ...coordinates, [name]: changed },
          values: { qps: value },
          ...(facts === null ? {} : { facts }),
        }
      })
      const tests = ['1', '2'].map((name, order) => {
        return { name, group: null, order, role: 'measured' as const, primaryMetric: 'qps' }
      })
      return { points, tests, metrics: KNOWN_METRICS.filter(({ name }) => name === 'qps') }
    }),
)

const someAxis = fc.subarray([...DIMENSIONS], { maxLength: 4 })
const someComparison: fc.Arbitrary<Comparison> = fc
  .record({
    axes: fc.shuffledSubarray([...DIMENSIONS], { maxLength: 8 }),
    cuts: fc.tuple(fc.nat(4), fc.nat(4)),
    repeats: fc.constantFrom('each' as const, 'median' as const, 'mean' as const, 'min' as const, 'max' as const),
    filter: fc.option(fc.tuple(fc.constantFrom(...DIMENSIONS), someValue)),
    base: fc.oneof(
      fc.constantFrom(
        { kind: 'none' as const },
        { kind: 'first-row' as const },
        { kind: 'first-column' as const },
        { kind: 'first-cell' as const },
      ),
      someAxis.map((names) => ({
        kind: 'values' as const,
        values: Object.fromEntries(names.map((name) => [name, '1'])),
      })),
    ),
  })
  .map(({ axes, cuts: [a, b], repeats, filter, base }) => ({
    ...DEFAULT_COMPARISON,
    rows: axes.slice(0, a),
    columns: axes.slice(a, a + b),
    tables: axes.slice(a + b),
    repeats,
    base,
    filters: filter === null ? {} : { [filter[0]]: [filter[1]] },
  }))

const cellsOf = ({ tables }: Grid): Cell[] =>
  tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)))

/** True when two results share build, config, machine and parameters; independent of the code under test. */
function agree(a: Point, b: Point): boolean {
  const ofCoordinates = DIMENSIONS.filter((name) => name !== 'repeat' && name !== 'benchmarkVersion').every(
    (name) => a.coordinates[name] === b.coordinates[name],
  )
  const stated = (point: Point) => ({ ...point.facts, version: point.coordinates.benchmarkVersion })
  const [own, other] = [stated(a), stated(b)] as Record<string, string | undefined>[]
  return (
    ofCoordinates &&
    [...FACTS, 'version'].every(
      (name) => own?.[name] === undefined || other?.[name] === undefined || own[name] === other[name],
    )
  )
}

test('all values of a cell share build, config, machine and parameters, or the cell lists the differences', () => {
  const seen = { mixed: 0, repeats: 0 }
  fc.assert(
    fc.property(someSet, someComparison, (set, comparison) => {
      const byRun = new Map(set.points.map((point) => [point.runId, point]))
      const grid = compare(set, comparison)
      for (const { runIds, footnotes, verdict } of cellsOf(grid)) {
        const points = runIds.flatMap((id) => byRun.get(id) ?? [])
        const areAlike = points.every((a) => points.every((b) => agree(a, b)))
        const marks = footnotes.filter(({ code }) => code === MIXED)
        expect(marks).toHaveLength(areAlike ? 0 : 1)
        if (points.length > 1) seen[areAlike ? 'repeats' : 'mixed'] += 1
        if (areAlike) continue
        expect(marks[0]?.text).toMatch(
          /^Mixes results that are not repeats of each other: \S.* (1|not stated|2), .*\.$/,
        )
        expect(grid.warnings.map(({ code }) => code)).toContain('hidden-dimension-mixed')
        if (verdict?.reason === null) expect(marks[0]?.text).toContain('config')
      }
    }),
    { numRuns: COMPARISONS },
  )
  // The property is meaningless unless both kinds of cells are common.
  expect(Math.min(seen.mixed, seen.repeats)).toBeGreaterThan(COMPARISONS / 10)
})
