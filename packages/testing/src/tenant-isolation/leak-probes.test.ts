import { lowerWalls, withoutFilters } from '@assay/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCanaries } from './leak-probes.ts'

const OPERATIONS = Number(process.env.ASSAY_CANARY_OPERATIONS ?? 300)
const PATIENCE = { timeout: 600_000 }

type Canaries = Awaited<ReturnType<typeof startCanaries>>
let asItIs: Canaries
/** The filters of the application are taken out of its SQL. */
let bare: Canaries
beforeAll(async () => {
  ;[asItIs, bare] = await Promise.all([startCanaries(), startCanaries({ rewrite: withoutFilters })])
})
afterAll(async () => {
  await asItIs.stop()
  await bare.stop()
})

test('what another tenant has and what nobody has are answered alike', PATIENCE, async () => {
  expect(await asItIs.tellingDoors()).toEqual([])
})

async function holds(canaries: Canaries): Promise<void> {
  const { leaks, seen, byLink, mails, operations } = await canaries.run({ count: OPERATIONS, seed: 1 })
  expect(leaks.slice(0, 3)).toEqual([])
  expect(operations).toBe(OPERATIONS)
  expect(seen).toBeGreaterThan(OPERATIONS / 10)
  expect(byLink).toBeGreaterThan(OPERATIONS / 100)
  expect(mails).toBeGreaterThan(0)
}

test('random operations show no canary where it should not be', PATIENCE, () => holds(asItIs))
test('nor do they with the filters of the application taken out', PATIENCE, () => holds(bare))

test(
  'control: without filters and without walls the canaries are seen, so the tests above can fail',
  PATIENCE,
  async () => {
    await lowerWalls(bare.server.url)
    const { leaks } = await bare.run({ count: 200, seed: 1 })
    expect(leaks.length).toBeGreaterThan(5)
  },
)
