import { expect, test } from 'vitest'
import { DEFAULT_COMPARISON } from '../comparison.ts'
import { fromQuery, toQuery } from '../comparison-url.ts'
import { sortParameter, withParameters } from './page-query.ts'

test('a changed query is the comparison with that change', () => {
  const comparison = {
    ...DEFAULT_COMPARISON,
    filters: { version: ['17.6', 'a,b'], 'param:odd name': ['x&y=1'] },
    sort: { kind: 'name' as const },
  }
  const sort = { kind: 'column' as const, column: 3, direction: 'ascending' as const }
  const base = { kind: 'values' as const, values: { version: 'ü & 1,2' } }
  const changed = withParameters(toQuery(comparison), { sort: sortParameter(sort), base: 'version:ü & 1\\,2' })
  expect(fromQuery(changed)).toEqual({ comparison: { ...comparison, sort, base }, problems: [] })
  expect(fromQuery(withParameters(changed, { sort: null, base: null })).comparison).toEqual({
    ...comparison,
    sort: { kind: 'order' },
  })
})
