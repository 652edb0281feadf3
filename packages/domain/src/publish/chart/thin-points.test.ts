import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChartPoint } from './chart-model.ts'
import { thinPoints } from './thin-points.ts'

const values = fc.array(fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { nil: null }), { maxLength: 400 })

const known = (points: readonly ChartPoint[]) => points.flatMap(({ y }) => (y === null ? [] : [y]))

test('few points are unchanged, many are thinned, and minima and maxima stay', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 4, max: 60 }), (ys, limit) => {
      const points = ys.map((y, x): ChartPoint => ({ x, y }))
      const thinned = thinPoints(points, limit)
      expect(thinned.length).toBeLessThanOrEqual(Math.max(limit, points.length <= limit ? points.length : 0))
      expect(Math.max(...known(thinned))).toBe(Math.max(...known(points)))
      expect(Math.min(...known(thinned))).toBe(Math.min(...known(points)))
      const xs = thinned.map(({ x }) => x)
      expect(xs).toEqual(xs.toSorted((a, b) => a - b))
    }),
  )
})

test('a point with a note always stays', () => {
  const points = Array.from(
    { length: 1_000 },
    (_, x): ChartPoint => ({ x, y: x % 10, ...(x === 333 ? { note: 'here' } : {}) }),
  )
  expect(thinPoints(points, 50).filter(({ note }) => note === 'here')).toHaveLength(1)
})
