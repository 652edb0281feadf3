import { expect, test } from 'vitest'
import { listResults, MAX_GATE_RESULTS } from './list-results.ts'

const query = { filters: {}, metrics: null, newestOnly: true, allSteps: false }

/** Cells of a project with this many results; `read` counts how often they were read. */
function cellsOf(results: number) {
  const counted = { read: 0 }
  const cells = {
    size: async () => ({ results, values: results }),
    list: async () => {
      counted.read += 1
      return { points: [], tests: [], metrics: [] }
    },
    leftOut: () => Promise.reject(new Error('a gate does not need it')),
  }
  return { counted, cells }
}

test('results up to the limit are read', async () => {
  const { counted, cells } = cellsOf(MAX_GATE_RESULTS)
  await listResults({ cells }, query, 'Postgres 17.6')
  expect(counted.read).toBe(1)
})

test('more results are refused before they are read, with their number and the next step', async () => {
  const { counted, cells } = cellsOf(MAX_GATE_RESULTS + 1)
  await expect(listResults({ cells }, query, 'Postgres 17.6')).rejects.toThrow(
    /^Postgres 17\.6 has 200,001 results, and a gate judges at most 200,000\. Name machines/,
  )
  expect(counted.read).toBe(0)
})
