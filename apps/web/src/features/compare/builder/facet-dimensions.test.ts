import { expect, test } from 'vitest'
import { withFiltered } from './facet-dimensions.ts'

const version = { name: 'version' as const, values: [{ value: '17.6', count: 3 }] }
const group = { name: 'group' as const, values: [] }

test('a dimension that no result has is not offered', () => {
  expect(withFiltered([version, group], {})).toEqual([version])
})

test('a filter that matches nothing can still be removed', () => {
  expect(withFiltered([version, group], { group: ['writes'], 'param:cache': ['lru'] })).toEqual([
    version,
    group,
    { name: 'param:cache', values: [] },
  ])
})
