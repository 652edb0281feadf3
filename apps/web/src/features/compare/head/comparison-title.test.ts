import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { expect, test } from 'vitest'
import { comparisonTitle } from './comparison-title.ts'

test('a comparison is named after its axes', () => {
  expect(comparisonTitle(DEFAULT_COMPARISON, [])).toBe('Test by product, version and config')
  expect(comparisonTitle({ ...DEFAULT_COMPARISON, columns: [] }, [])).toBe('Test')
  expect(comparisonTitle({ ...DEFAULT_COMPARISON, rows: [], columns: [] }, [])).toBe('All results')
})

test('a study keeps its title', () => {
  const studies = [{ title: 'Versions on dell32', comparison: DEFAULT_COMPARISON }]
  expect(comparisonTitle(DEFAULT_COMPARISON, studies)).toBe('Versions on dell32')
})
