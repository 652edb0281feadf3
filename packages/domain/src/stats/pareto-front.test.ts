import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paretoFront } from './pareto-front.ts'

const spot = fc.record({ x: fc.integer({ min: 0, max: 9 }), y: fc.integer({ min: 0, max: 9 }) })

test('no point of the front is beaten, and every other point is', () => {
  fc.assert(
    fc.property(
      fc.array(spot, { maxLength: 30 }),
      fc.constantFrom('lower' as const, 'higher' as const),
      (points, x) => {
        const front = paretoFront(points, { x })
        const beats = (a: (typeof points)[number], b: (typeof points)[number]) =>
          (x === 'lower' ? a.x <= b.x : a.x >= b.x) && a.y >= b.y && (a.x !== b.x || a.y !== b.y)
        for (const one of front) expect(points.some((other) => beats(other, one))).toBe(false)
        for (const one of points) {
          const isOnFront = front.some((other) => other.x === one.x && other.y === one.y)
          expect(isOnFront || front.some((other) => beats(other, one))).toBe(true)
        }
        expect(front.map((one) => one.x)).toEqual(front.map((one) => one.x).toSorted((a, b) => a - b))
      },
    ),
  )
})
