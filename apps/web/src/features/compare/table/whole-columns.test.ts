import fc from 'fast-check'
import { expect, test } from 'vitest'
import { widthOfWholeColumns } from './whole-columns.ts'

const NAMES_AND_COLUMNS = [140, 42, 42, 42, 42, 42]

test('the window ends where a column ends', () => {
  expect(widthOfWholeColumns(NAMES_AND_COLUMNS, { after: [42], fixed: 5, room: 300 })).toBe(140 + 42 + 42 + 42)
  expect(widthOfWholeColumns([140, 42, 60, 42], { after: [], fixed: null, room: 250 })).toBe(140 + 42 + 60)
})

test('a newest column that is in view takes no place at the edge', () => {
  expect(widthOfWholeColumns([148, 64, 84, 42, 42, 42], { after: [44], fixed: 2, room: 386 })).toBe(
    148 + 64 + 84 + 42 + 44,
  )
})

test('a table that fits keeps its width, and so does one without room for a column', () => {
  expect(widthOfWholeColumns([140, 42, 42], { after: [42], fixed: 2, room: 266 })).toBeNull()
  expect(widthOfWholeColumns([140, 42, 42], { after: [42], fixed: 2, room: 200 })).toBeNull()
})

test('less than one column of the room is lost', () => {
  const columns = fc.array(fc.integer({ min: 40, max: 120 }), { minLength: 2, maxLength: 60 })
  fc.assert(
    fc.property(
      columns,
      fc.option(fc.nat({ max: 59 })),
      fc.integer({ min: 0, max: 120 }),
      fc.integer({ min: 420, max: 2000 }),
      (widths, fixed, after, room) => {
        const width = widthOfWholeColumns(widths, {
          after: [after],
          fixed: fixed === null ? null : fixed % widths.length,
          room,
        })
        if (width === null) return
        expect(width).toBeLessThanOrEqual(room)
        expect(room - width).toBeLessThan(120)
      },
    ),
  )
})

test('the width of the window settles, because it does not depend on itself', () => {
  // Columns are between the widths of their longest word and of their text on one line, as a browser lays them out.
  const column = fc.record({ word: fc.integer({ min: 40, max: 120 }), rest: fc.integer({ min: 0, max: 60 }) })
  fc.assert(
    fc.property(
      fc.array(column, { minLength: 2, maxLength: 30 }),
      fc.double({ min: 420, max: 2000, noNaN: true }),
      (columns, room) => {
        const shortest = columns.reduce((sum, { word }) => sum + word, 0)
        const rests = columns.reduce((sum, { rest }) => sum + rest, 0)
        const widthsIn = (window: number) => {
          const share = rests === 0 ? 0 : Math.min(1, Math.max(0, (window - shortest) / rests))
          return columns.map(({ word, rest }) => word + rest * share)
        }
        // clientWidth is a whole number.
        const next = (window: number | null) =>
          widthOfWholeColumns(widthsIn(window ?? room), { after: [], fixed: null, room: Math.round(room) })
        const first = next(null)
        expect(next(first)).toEqual(first)
      },
    ),
  )
})
