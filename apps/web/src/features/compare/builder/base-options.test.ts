import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { expect, test } from 'vitest'
import { baseOptions, baseText } from './base-options.ts'

const grid = {
  columnDimensions: ['version', 'config'],
  rowDimensions: ['test'],
  tables: [
    {
      columns: [{ values: ['12.22', 'x10a'], label: '12.22 x10a' }],
      groups: [{ rows: [{ values: ['scan'], label: 'scan' }] }],
      baseLabel: '12.22',
    },
  ],
} as unknown as Grid // The tests read only these fields.

test('columns are offered by name, tests are not', () => {
  const options = baseOptions(DEFAULT_COMPARISON, grid)
  expect(options.columns).toEqual([{ value: 'version:12.22,config:x10a', label: '12.22 x10a' }])
  expect(options.rows).toEqual([])
})

test('a base that is on no axis stays in the list', () => {
  const comparison = { ...DEFAULT_COMPARISON, base: { kind: 'values' as const, values: { version: '12.22' } } }
  expect(baseOptions(comparison, grid).plain.at(-1)).toEqual({ value: 'version:12.22', label: '12.22' })
})

test('the default base has a separate label', () => {
  expect(baseText({ kind: 'first-column' })).toBe('first-column')
  expect(baseText({ kind: 'none' })).toBe('none')
})
