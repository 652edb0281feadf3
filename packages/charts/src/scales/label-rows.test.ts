import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignLabelRows, boxOf } from './label-rows.ts'

const PLOT = { from: 0, to: 700 }

test('labels of neighboring marks are in different rows', () => {
  const placed = assignLabelRows(
    [
      { x: 100, width: 90 },
      { x: 120, width: 90 },
      { x: 300, width: 90 },
    ],
    PLOT,
  )
  expect(placed.map((one) => one?.row)).toEqual([0, 1, 0])
})

test('a label at the right edge stands left of its mark', () => {
  expect(assignLabelRows([{ x: 690, width: 90 }], PLOT)).toEqual([{ row: 0, anchor: 'end' }])
})

test('no two labels overlap, and none leaves the plot', () => {
  const label = fc.record({ x: fc.integer({ min: 0, max: 700 }), width: fc.integer({ min: 10, max: 140 }) })
  fc.assert(
    fc.property(fc.array(label, { maxLength: 30 }), (labels) => {
      const boxes = assignLabelRows(labels, PLOT).flatMap((placed, at) => {
        const own = labels[at]
        return placed === null || own === undefined ? [] : [{ row: placed.row, ...boxOf(own, placed.anchor) }]
      })
      for (const [at, box] of boxes.entries()) {
        expect(box.from).toBeGreaterThanOrEqual(PLOT.from)
        expect(box.to).toBeLessThanOrEqual(PLOT.to + 4)
        for (const other of boxes.slice(at + 1)) {
          expect(other.row !== box.row || other.from >= box.to || other.to <= box.from).toBe(true)
        }
      }
    }),
  )
})
