import { disableRowSecurity, withoutFilters } from '@assay/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLeakProbes } from './leak-probes.ts'

/** `npm run test:all` has more (scripts/test/run-checks.ts). */
const OPERATIONS = Number(process.env.ASSAY_PROBE_OPERATIONS ?? 120)
const TIMEOUT = { timeout: 600_000 }

type Probes = Awaited<ReturnType<typeof startLeakProbes>>
let asItIs: Probes
/** A server whose statements have no filters by project. */
let bare: Probes
beforeAll(async () => {
  ;[asItIs, bare] = await Promise.all([startLeakProbes(), startLeakProbes({ rewrite: withoutFilters })])
})
afterAll(async () => {
  await asItIs.stop()
  await bare.stop()
})

test('data of another tenant and missing data get the same response', TIMEOUT, async () => {
  expect(await asItIs.probeNotifications()).toEqual([])
})

async function holds(probes: Probes): Promise<void> {
  const { leaks, seen, byLink, mails, operations } = await probes.run({ count: OPERATIONS, seed: 1 })
  expect(leaks.slice(0, 3)).toEqual([])
  expect(operations).toBe(OPERATIONS)
  expect(seen).toBeGreaterThan(OPERATIONS / 10)
  expect(byLink).toBeGreaterThan(OPERATIONS / 100)
  expect(mails).toBeGreaterThan(0)
}

test('random operations reveal no probe', TIMEOUT, () => holds(asItIs))
test('random operations reveal no probe without the filters of the application', TIMEOUT, () => holds(bare))

test('control: without filters and without row-level security probes are revealed', TIMEOUT, async () => {
  await disableRowSecurity(bare.server.url)
  const { leaks } = await bare.run({ count: 200, seed: 1 })
  expect(leaks.length).toBeGreaterThan(5)
})
