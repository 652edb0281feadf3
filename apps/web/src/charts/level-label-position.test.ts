import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levelLabelPosition } from './level-label-position.ts'

const plot = { x: 60, y: 10, width: 600, height: 260 }

test('a label of a horizontal line leaves the end where points are', () => {
  const spots = [0, 20, 40, 60, 80, 100].flatMap((x) => [140, 155].map((y) => ({ x: 560 + x, y })))
  const { x } = levelLabelPosition({ level: 145, width: 200, plot, spots })
  expect(x + 200).toBeLessThan(560)
})

test('a label stays inside of the plot', () => {
  const spot = fc.record({ x: fc.integer({ min: 60, max: 660 }), y: fc.integer({ min: 10, max: 270 }) })
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 270 }),
      fc.integer({ min: 20, max: 580 }),
      fc.array(spot),
      (level, width, spots) => {
        const { x, y } = levelLabelPosition({ level, width, plot, spots })
        expect(x).toBeGreaterThanOrEqual(plot.x)
        expect(x + width).toBeLessThanOrEqual(plot.x + plot.width)
        expect(y).toBeGreaterThan(plot.y)
        expect(y).toBeLessThanOrEqual(plot.y + plot.height)
      },
    ),
  )
})
