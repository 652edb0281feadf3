import fc from 'fast-check'
import { expect, test } from 'vitest'
import { widthOfWholeColumns } from './whole-columns.ts'

test('the window ends where a column ends', () => {
  expect(widthOfWholeColumns([140, 42, 42, 42, 42], 84, 300)).toBe(140 + 42 + 84)
  expect(widthOfWholeColumns([140, 42, 60, 42], 0, 250)).toBe(140 + 42 + 60)
})

test('a table that fits keeps its width, and so does one without room for a column', () => {
  expect(widthOfWholeColumns([140, 42], 84, 266)).toBeNull()
  expect(widthOfWholeColumns([140, 42], 84, 200)).toBeNull()
})

test('less than one column of the room is lost', () => {
  const columns = fc.array(fc.integer({ min: 40, max: 120 }), { minLength: 2, maxLength: 60 })
  fc.assert(
    fc.property(
      columns,
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 330, max: 2000 }),
      (widths, fixed, room) => {
        const width = widthOfWholeColumns(widths, fixed, room)
        if (width === null) return
        expect(width).toBeLessThanOrEqual(room)
        expect(room - width).toBeLessThan(120)
      },
    ),
  )
})
