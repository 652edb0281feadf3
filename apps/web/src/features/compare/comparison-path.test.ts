import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { expect, test } from 'vitest'
import { comparisonPath } from './comparison-path.ts'

test('the default comparison has a canonical address', () => {
  const path = comparisonPath('demo', DEFAULT_COMPARISON)
  expect(path).toBe('/p/demo/compare?rows=test')
  expect(fromQuery(path.split('?')[1] ?? '')).toEqual({ comparison: DEFAULT_COMPARISON, problems: [] })
})
