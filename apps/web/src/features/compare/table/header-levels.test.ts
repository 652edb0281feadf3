import { expect, test } from 'vitest'
import { headerLevels, isConstant } from './header-levels.ts'

const columns = [
  { values: ['Postgres', '17.6', 'x10a'] },
  { values: ['Postgres', '18.0', 'x10b'] },
  { values: ['Postgres', '18.0', 'x10c'] },
]

test('neighbours with the same value share a header', () => {
  expect(headerLevels(columns).map(({ cells }) => cells.map(({ value, span }) => `${value}×${span}`))).toEqual([
    ['Postgres×3'],
    ['17.6×1', '18.0×2'],
    ['x10a×1', 'x10b×1', 'x10c×1'],
  ])
})

test('a value repeated under another parent is not merged with it', () => {
  const levels = headerLevels([{ values: ['MySQL', 'a', '1'] }, { values: ['Postgres', 'a', '1'] }])
  expect(levels[1]?.cells).toHaveLength(2)
})

test('what is the same in every column is said once, the last dimension never', () => {
  const constant = (of: typeof columns) => {
    const levels = headerLevels(of)
    return levels.filter((level) => isConstant(level, levels)).map(({ dimension }) => dimension)
  }
  expect(constant(columns)).toEqual([0])
  expect(constant([{ values: ['17.6'] }, { values: ['17.6'] }])).toEqual([])
})

test('a table without column dimensions has no lines', () => {
  expect(headerLevels([{ values: [] }])).toEqual([])
})
