import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MarkState, PairMark } from './pair-table.ts'
import { HISTOGRAM_BARS, ratioAt, ratioHistogram, rowsInBars } from './ratio-histogram.ts'
import { ratioScale } from './ratio-scale.ts'

const states: readonly MarkState[] = ['regression', 'improvement', 'no change', 'inconclusive', 'not judged']
const mark = fc
  .record({ at: fc.option(fc.double({ min: 0, max: 1, noNaN: true })), state: fc.constantFrom(...states) })
  .map(
    ({ at, state }): PairMark => ({
      ...{ column: 1, text: '', runId: null, notes: [], from: null, to: null, outside: null },
      ...{ at, state },
    }),
  )
const table = fc.array(fc.array(mark, { maxLength: 8 }), { maxLength: 5 }).map((groups) => ({
  groups: groups.map((marks, group) => ({
    name: `g${group}`,
    means: [],
    rows: marks.map((one, index) => ({ index, label: `t${group}.${index}`, marks: [one], companions: [] })),
  })),
}))
const rowsOf = ({ groups }: { groups: readonly { rows: readonly { label: string }[] }[] }) =>
  groups.flatMap(({ rows }) => rows.map(({ label }) => label))

test('each test with a ratio is in one bar, and two neighboring ranges have all of them', () => {
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: HISTOGRAM_BARS - 1 }), (whole, edge) => {
      const known = whole.groups.flatMap(({ rows }) => rows.filter(({ marks }) => marks[0]?.at != null))
      const bars = ratioHistogram(whole)
      expect(bars).toHaveLength(HISTOGRAM_BARS)
      const counted = bars.map(({ regressions, improvements, others }) => regressions + improvements + others)
      expect(counted.reduce((sum, count) => sum + count, 0)).toBe(known.length)
      const left = rowsOf(rowsInBars(whole, { from: 0, to: edge }))
      const right = rowsOf(rowsInBars(whole, { from: edge, to: HISTOGRAM_BARS }))
      expect(left).toHaveLength(counted.slice(0, edge).reduce((sum, count) => sum + count, 0))
      expect([...left, ...right].sort()).toEqual(known.map(({ label }) => label).sort())
    }),
  )
})

test('the ratio at a position is the inverse of the axis', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.3, max: 3, noNaN: true }), { minLength: 1 }), (ratios) => {
      const { inside, ticks } = ratioScale(ratios)
      for (const { ratio } of ticks) expect(ratioAt({ ticks }, inside(ratio))).toBeCloseTo(ratio, 6)
    }),
  )
})
