import { expect, test } from 'vitest'
import { cellHref, cellName, parseCellRef } from './cell-parameter.ts'

test('a cell is named by table, row and column, and found by that name', () => {
  const cellRef = { table: 0, row: 12, column: 3 }
  expect(cellName(cellRef)).toBe('0.12.3')
  expect(parseCellRef(cellName(cellRef))).toEqual(cellRef)
  expect(cellHref('/p/demo/compare?rows=test')(cellRef)).toBe('/p/demo/compare?rows=test&cell=0.12.3#cell')
})

test.each([null, '', '1.2', '1.2.3.4', '-1.0.0', 'a.b.c'])('%s is not the name of a cell', (name) => {
  expect(parseCellRef(name)).toBeNull()
})
