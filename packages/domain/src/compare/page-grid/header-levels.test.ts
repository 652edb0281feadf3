import { expect, test } from 'vitest'
import { columnHeaders } from './header-levels.ts'

const columns = [
  { values: ['Postgres', '17.6', 'unknown', 'x10a'] },
  { values: ['Postgres', '18.0', 'unknown', 'x10b'] },
  { values: ['Postgres', '18.0', 'unknown', 'x10c'] },
]

const drawn = (of: typeof columns) =>
  columnHeaders(of).levels.map(({ cells }) => cells.map(({ value, span }) => `${value}×${span}`))

test('neighbors with the same value share a header, and a value that all columns share has none', () => {
  expect(drawn(columns)).toEqual([
    ['17.6×1', '18.0×2'],
    ['x10a×1', 'x10b×1', 'x10c×1'],
  ])
  expect(columnHeaders(columns).constant).toEqual([
    { dimension: 0, value: 'Postgres' },
    { dimension: 2, value: 'unknown' },
  ])
})

test('a value repeated under another parent is not merged with it', () => {
  expect(
    drawn([{ values: ['MySQL', 'a', '1'] }, { values: ['Postgres', 'a', '2'] }, { values: ['Postgres', 'b', '3'] }]),
  ).toEqual([
    ['MySQL×1', 'Postgres×2'],
    ['a×1', 'a×1', 'b×1'],
    ['1×1', '2×1', '3×1'],
  ])
})

test('a single column keeps its last dimension as its name', () => {
  expect(drawn([{ values: ['Postgres', '17.6'] }])).toEqual([['17.6×1']])
})

test('a table without column dimensions has no lines', () => {
  expect(columnHeaders([{ values: [] }])).toEqual({ levels: [], constant: [] })
})
