import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn, MANY_RESULTS } from './large-comparisons.ts'

const QUERY = { filters: {}, metrics: null, newestOnly: true, allSteps: false }

const projectOf = (id: string, results: number) => ({
  project: { id },
  queries: { cells: { size: () => Promise.resolve({ results, values: results }) } },
})

test('large comparisons run one at a time, the project that used least goes first, and small ones do not wait', async () => {
  const started: string[] = []
  let running = 0
  const ends: (() => void)[] = []
  const begin = (name: string, results: number) =>
    inTurn(projectOf(name.slice(0, 1), results), QUERY, async () => {
      started.push(name)
      running += 1
      if (results >= MANY_RESULTS) await new Promise<void>((resolve) => ends.push(resolve))
      running -= 1
    })
  const all = [begin('a1', MANY_RESULTS), begin('a2', 50_000), begin('a3', 50_000), begin('b1', 50_000)]
  await setImmediate()
  expect([started, running]).toEqual([['a1'], 1])
  await begin('small', MANY_RESULTS - 1)
  expect([started, running]).toEqual([['a1', 'small'], 1])
  for (const name of ['b1', 'a2', 'a3']) {
    ends.shift()?.()
    await setImmediate()
    expect([started.at(-1), running]).toEqual([name, 1])
  }
  ends.shift()?.()
  await Promise.all(all)
})

test('failed work frees its turn for the next', async () => {
  const large = projectOf('a', MANY_RESULTS)
  await expect(inTurn(large, QUERY, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
  expect(await inTurn(large, QUERY, () => Promise.resolve('next'))).toBe('next')
})
