import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameRange, type RowRange, stepTowards, withVisible } from './row-range.ts'

const range = fc.tuple(fc.nat(200), fc.nat(200)).map(([from, size]): RowRange => ({ from, to: from + size }))
const inside = ({ from, to }: RowRange, outer: RowRange) => from >= outer.from && to <= outer.to

test('rows in the window are drawn at once, next to those that are drawn', () => {
  expect(withVisible({ from: 0, to: 16 }, { from: 4, to: 20 })).toEqual({ from: 0, to: 20 })
  expect(withVisible({ from: 0, to: 16 }, { from: 80, to: 100 })).toEqual({ from: 80, to: 100 })
  fc.assert(
    fc.property(range, range, (drawn, visible) => {
      expect(inside(visible, withVisible(drawn, visible))).toBe(true)
    }),
  )
})

test('steps end with the rows near the window, each with few more rows, and the rows in the window stay', () => {
  fc.assert(
    fc.property(range, range, fc.nat(60), fc.integer({ min: 1, max: 20 }), (before, visible, margin, step) => {
      const near = { from: Math.max(0, visible.from - margin), to: visible.to + margin }
      let drawn = withVisible(before, visible)
      for (let steps = 0; !isSameRange(drawn, near); steps++) {
        const next = stepTowards(drawn, near, step)
        expect(drawn.from - next.from).toBeLessThanOrEqual(step)
        expect(next.to - drawn.to).toBeLessThanOrEqual(step)
        expect(inside(visible, next)).toBe(true)
        expect(isSameRange(next, drawn)).toBe(false)
        expect(steps).toBeLessThan(500)
        drawn = next
      }
    }),
  )
})
