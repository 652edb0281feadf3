import { expect, test } from 'vitest'
import { seriesOfCell, singleFilters } from './series-of-cell.ts'
import { readSeriesQuery } from './series-query.ts'

const cell = { runIds: ['newest', 'older'], metric: 'qps' }

test('the series of a cell has its test, metric, clients and parameters, and otherwise the values of its newest run', () => {
  const query = seriesOfCell(cell, [
    ['version', '18.0'],
    ['test', 'scan'],
    ['clients', '24'],
    ['param:fanout', '8'],
    ['param:cache', ''],
    ['param:sizes', '1,2 a+b'],
  ])
  expect(readSeriesQuery(query ?? '')).toMatchObject({
    query: {
      filters: { test: ['scan'], clients: ['24'], 'param:fanout': ['8'], 'param:sizes': ['1,2 a+b'] },
      metric: 'qps',
      run: 'newest',
    },
    problems: [],
  })
  expect(query).not.toContain('version')
})

test('a cell without a run, or with an unknown test, has no series', () => {
  expect(seriesOfCell({ runIds: [], metric: 'qps' }, [['test', 'scan']])).toBe(null)
  expect(seriesOfCell(cell, [['clients', '1']])).toBe(null)
})

test('only filters with one value apply to every cell', () => {
  expect(singleFilters({ filters: { test: ['a'], version: ['1', '2'] } })).toEqual([['test', 'a']])
})
