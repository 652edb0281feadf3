import { exampleGrid } from '@assay/testing/specs/example-evidence-grid'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findCell, pathTo, readBoundTo, writeBoundTo } from './find-cell.ts'

const grid = exampleGrid([
  { key: '1000 rows', columns: ['1 quicksort', '2 prefix'], rows: { int: [100, 502], 'a/b': [10, 20] } },
  { key: '2000 rows', columns: ['1 quicksort', '2 prefix'], rows: { int: [90, 400] } },
])

test.each([
  ['figure:sort#1000%20rows/int/2%20prefix', { table: 0, row: 0, column: 1 }],
  ['figure:sort#2/int/1%20quicksort', { table: 1, row: 0, column: 0 }],
  ['figure:sort#a%2Fb/2 prefix', { table: 0, row: 1, column: 1 }],
] as const)('%s is a cell', (href, cellRef) => {
  const found = findCell(grid, readBoundTo(href)?.path ?? [], null)
  expect(found).toMatchObject({ ok: true, value: { place: cellRef } })
})

test.each([
  ['int/2 prefix', '"int/2 prefix" occurs in 2 tables; put the table before it; there are 1000 rows, 2000 rows'],
  ['text/2 prefix', 'it has no row "text"; there are int, a/b'],
  ['1000 rows/int/3', 'it has no column "3"; there are 1 quicksort, 2 prefix'],
  ['9/int/2 prefix', 'it has no table "9"; there are 1000 rows, 2000 rows'],
])('%s names no cell', (path, error) => {
  expect(findCell(grid, path.split('/'), null)).toEqual({ ok: false, error })
})

test('only tables that the figure shows have cells', () => {
  expect(findCell(grid, ['int', '2 prefix'], [2])).toMatchObject({ ok: true, value: { place: { table: 1 } } })
})

test('the path of a cell finds the same cell', () => {
  const cellRefs = grid.tables.flatMap(({ columns, groups }, table) =>
    (groups[0]?.rows ?? []).flatMap((_, row) => columns.map((__, column) => ({ table, row, column }))),
  )
  for (const ref of cellRefs) {
    const href = writeBoundTo({ figure: 'sort', path: pathTo(grid, ref, null) })
    expect(findCell(grid, readBoundTo(href)?.path ?? [], null)).toMatchObject({ ok: true, value: { place: ref } })
  }
  expect(pathTo(grid, { table: 0, row: 1, column: 1 }, null)).toEqual(['a/b', '2 prefix'])
  expect(pathTo(grid, { table: 1, row: 0, column: 1 }, null)).toEqual(['2000 rows', 'int', '2 prefix'])
})

test('parsing a written path returns the same path', () => {
  const part = fc.stringMatching(/^[!-~]([ -~]*[!-~])?$/)
  fc.assert(
    fc.property(part, fc.array(part, { maxLength: 3 }), (figure, path) => {
      const to = { figure, path }
      expect(readBoundTo(writeBoundTo(to))).toEqual(to)
    }),
  )
})
