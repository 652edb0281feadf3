import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { expect, test } from 'vitest'
import {
  swapped,
  withBase,
  withHeaderBase,
  withNextRowSort,
  withNextSort,
  withoutFilter,
  withShow,
} from './change-comparison.ts'

test('a base names the values of its header', () => {
  expect(withBase(DEFAULT_COMPARISON, ['product', 'version'], ['Postgres', '12.22']).base).toEqual({
    kind: 'values',
    values: { product: 'Postgres', version: '12.22' },
  })
})

test('a base turns a table of absolute values relative', () => {
  expect(withBase({ ...DEFAULT_COMPARISON, show: 'absolute' }, ['version'], ['17.6']).show).toBe('relative')
  expect(withBase({ ...DEFAULT_COMPARISON, show: 'both' }, ['version'], ['17.6']).show).toBe('both')
})

test('a column sorts descending, then ascending, then not at all', () => {
  const down = withNextSort(DEFAULT_COMPARISON, 2)
  const up = withNextSort(down, 2)
  expect(down.sort).toEqual({ kind: 'column', column: 2, direction: 'descending' })
  expect(up.sort).toEqual({ kind: 'column', column: 2, direction: 'ascending' })
  expect(withNextSort(up, 2).sort).toEqual({ kind: 'order' })
  expect(withNextSort(down, 1).sort).toMatchObject({ column: 1, direction: 'descending' })
})

test('rows sort by name and back', () => {
  const named = withNextRowSort(DEFAULT_COMPARISON)
  expect(named.sort).toEqual({ kind: 'name' })
  expect(withNextRowSort(named).sort).toEqual({ kind: 'order' })
})

test('ratios without a base use the first column', () => {
  expect(withShow({ ...DEFAULT_COMPARISON, base: { kind: 'none' }, show: 'absolute' }, 'both').base).toEqual({
    kind: 'first-column',
  })
})

test('removing the last value of a filter removes the filter', () => {
  const filtered = { ...DEFAULT_COMPARISON, filters: { version: ['17.6', '18.0'], config: ['a'] } }
  expect(withoutFilter(filtered, 'version', '17.6').filters).toEqual({ version: ['18.0'], config: ['a'] })
  expect(withoutFilter(filtered, 'config', 'a').filters).toEqual({ version: ['17.6', '18.0'] })
  expect(withoutFilter(filtered, 'version').filters).toEqual({ config: ['a'] })
})

test('swapping twice gives the same comparison', () => {
  expect(swapped(swapped(DEFAULT_COMPARISON))).toEqual(DEFAULT_COMPARISON)
  expect(swapped(DEFAULT_COMPARISON).base).toEqual({ kind: 'first-row' })
})

test('a header sets as base all that makes it unique, and leaves the other dimensions to the cell', () => {
  const dimensions = ['product', 'version', 'config', 'clients'] as const
  const values = ['MySQL', '8.4.7', 'z12a', '40']
  const baseOf = (named: number) => withHeaderBase(DEFAULT_COMPARISON, dimensions, values, named).base
  const full = { product: 'MySQL', version: '8.4.7', config: 'z12a' }
  for (const named of [1, 2, 3]) expect(baseOf(named)).toEqual({ kind: 'values', values: full })
  expect(baseOf(4)).toEqual({ kind: 'values', values: { ...full, clients: '40' } })
  expect(withHeaderBase(DEFAULT_COMPARISON, ['clients', 'version'], ['1', '17.6'], 1).base).toEqual({
    kind: 'values',
    values: { clients: '1' },
  })
})
