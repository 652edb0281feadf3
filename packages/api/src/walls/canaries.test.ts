import { lowerWalls, withoutFilters } from '@assay/db/testing'
import { describe, expect, test } from 'vitest'
import { startCanaries } from './canaries.ts'

const OPERATIONS = Number(process.env.ASSAY_CANARY_OPERATIONS ?? 1_000)

describe.each([
  { how: 'as they are', rewrite: null },
  { how: 'with the filters of the application taken out', rewrite: withoutFilters },
])('random operations $how', ({ rewrite }) => {
  test('show no canary where it should not be', { timeout: 600_000 }, async () => {
    const canaries = await startCanaries({ rewrite })
    const { leaks, seen, operations } = await canaries.run({ count: OPERATIONS, seed: 1 })
    await canaries.stop()
    expect(leaks.slice(0, 3)).toEqual([])
    expect(operations).toBe(OPERATIONS)
    expect(seen).toBeGreaterThan(OPERATIONS / 10)
  })
})

test('control: without filters and without walls the canaries are seen, so the test above can fail', async () => {
  const canaries = await startCanaries({ rewrite: withoutFilters })
  await lowerWalls(canaries.server.url)
  const { leaks } = await canaries.run({ count: 200, seed: 1 })
  await canaries.stop()
  expect(leaks.length).toBeGreaterThan(10)
})

test('what another tenant has and what nobody has are answered alike', async () => {
  const canaries = await startCanaries()
  const telling = await canaries.tellingDoors()
  await canaries.stop()
  expect(telling).toEqual([])
})
