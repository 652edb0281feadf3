import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { expect, test } from 'vitest'
import { swapped, withNextSort, withoutFilter, withShow } from './change-comparison.ts'

test('a column sorts descending, then ascending, then not at all', () => {
  const down = withNextSort(DEFAULT_COMPARISON, 2)
  const up = withNextSort(down, 2)
  expect(down.sort).toEqual({ kind: 'column', column: 2, direction: 'descending' })
  expect(up.sort).toEqual({ kind: 'column', column: 2, direction: 'ascending' })
  expect(withNextSort(up, 2).sort).toEqual({ kind: 'order' })
  expect(withNextSort(down, 1).sort).toMatchObject({ column: 1, direction: 'descending' })
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
