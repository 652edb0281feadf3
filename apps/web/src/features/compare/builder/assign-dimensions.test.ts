import { expect, test } from 'vitest'
import { assignDimensions, type Placement } from './assign-dimensions.ts'

const before: Placement = { rows: ['test'], columns: ['product', 'version'], tables: [] }

test('unchanged fields leave every dimension on its axis', () => {
  expect(assignDimensions(before, { rows: ['test', ''], columns: ['product', 'version', ''], tables: [''] })).toEqual(
    before,
  )
})

test('the last field adds a dimension', () => {
  const fields = { rows: ['test', ''], columns: ['product', 'version', 'config'], tables: [''] }
  expect(assignDimensions(before, fields).columns).toEqual(['product', 'version', 'config'])
})

test('an emptied field removes its dimension', () => {
  const fields = { rows: ['test', ''], columns: ['', 'version', ''], tables: [''] }
  expect(assignDimensions(before, fields).columns).toEqual(['version'])
})

test('a dimension that is chosen on a second axis trades places with the one there', () => {
  const fields = { rows: ['version', ''], columns: ['product', 'version', ''], tables: [''] }
  expect(assignDimensions(before, fields)).toEqual({ rows: ['version'], columns: ['product', 'test'], tables: [] })
})

test('a dimension added elsewhere moves there', () => {
  const fields = { rows: ['test', ''], columns: ['product', 'version', ''], tables: ['product'] }
  expect(assignDimensions(before, fields)).toEqual({ rows: ['test'], columns: ['version'], tables: ['product'] })
})

test('unknown dimensions are left out', () => {
  expect(assignDimensions(before, { rows: ['colour'], columns: [], tables: [] })).toEqual({
    rows: [],
    columns: [],
    tables: [],
  })
})
