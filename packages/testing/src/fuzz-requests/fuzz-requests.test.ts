import { log } from '@assay/api/observability/log'
import { expect, test, vi } from 'vitest'
import { startFuzzServer } from './fuzz-requests.ts'

const REQUESTS = Number(process.env.ASSAY_HOSTILE_REQUESTS ?? 400)
const TIMEOUT = { timeout: 600_000 }

test('no hostile request to any entry point causes an internal error or an unreported write', TIMEOUT, async () => {
  const hostile = await startFuzzServer()
  const tally = await hostile.run({ count: REQUESTS, seed: 1, watched: REQUESTS / 4 })
  const runs = await hostile.countRuns()
  await hostile.stop()
  expect(tally.faults.slice(0, 3)).toEqual([])
  expect(tally.requests).toBe(REQUESTS)
  expect(tally.watched).toBeGreaterThan(REQUESTS / 10)
  expect(runs).toBe(tally.stored)
  expect(Object.keys(tally.statuses).length).toBeGreaterThan(5)
})

test('control: a failing entry point and a row left by a refused request are detected', TIMEOUT, async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const hostile = await startFuzzServer({
    rewrite: (sql) => sql.replace(/from (?:"public"\.)?"?spec(?:_revision)?\b"?/i, 'from no_such_table'),
  })
  const { faults } = await hostile.run({ count: 240, seed: 1 })
  expect(faults.filter((fault) => fault.startsWith('500')).length).toBeGreaterThan(0)
  await hostile.stop()
  const meddled = await startFuzzServer()
  const { faults: left } = await meddled.run({ count: 24, seed: 1, watched: 24, meddle: meddled.change })
  expect(left.filter((fault) => fault.includes('left something')).length).toBeGreaterThan(3)
  await meddled.stop()
  logged.mockRestore()
})
