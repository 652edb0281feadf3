import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterEach, expect, test, vi } from 'vitest'
import { inTurn } from '../comparisons/large-comparisons.ts'
import { readAnyArchive } from '../uploads/open-archives.ts'
import { movingPool } from '../worker-pool/moving-pool.ts'
import { INLINE_POOL } from '../worker-pool/worker-pool.ts'
import { createHeavyWork } from './heavy-work.ts'
import { keepHere, moveIfLong, withRequestMove } from './move-request.ts'
import { gunzip, UnpackBudget } from './unpack-budget.ts'

const caller = {
  kind: 'anonymous',
  request: { address: '192.0.2.1', requestId: null, headers: new Headers() },
} as const
const MB = 1024 * 1024
/** A busy machine may need longer than the second of the default. */
const SLOW = { timeout: 20_000 }
const move = vi.fn(() => true)
afterEach(() => move.mockClear())

/** Handles a request that can be moved. @returns `moved` when its work never ends because it was moved. */
async function handle<T>(work: () => Promise<T>, move_: (() => boolean) | null = move): Promise<T | 'moved'> {
  const moved = vi.waitFor(() => expect(move).toHaveReturnedWith(true), SLOW).then(() => 'moved' as const)
  moved.catch(() => undefined)
  return Promise.race([withRequestMove({ move: move_, isCounted: false }, work), moved])
}

const compare = (results: number) => () =>
  inTurn(
    { queries: { cells: { size: async () => ({ results, values: results }) } }, project: { id: 'p' } },
    { filters: {}, metrics: null, newestOnly: true, allSteps: false },
    async () => 'compared',
  )
const draw = (isSmall: boolean) => () => movingPool(INLINE_POOL).run('apply-rules', [], { key: 'p', isSmall })

test('long texts are moved, and short ones are not', async () => {
  expect(await handle(() => moveIfLong('short', 'x'.repeat(60_000)))).toBe(undefined)
  expect(await handle(() => moveIfLong('x'.repeat(40_000), 'x'.repeat(40_000)))).toBe('moved')
})

test('a request is moved when more than 1 MB was unpacked for it, in an archive as well', async () => {
  const budget = () => new UnpackBudget(64 * MB)
  const gzip = (megabytes: number) => () => gunzip([gzipSync(Buffer.alloc(megabytes * MB))], budget())
  expect(await handle(gzip(1))).toHaveLength(MB)
  expect(await handle(gzip(2))).toBe('moved')
  move.mockClear()
  const archive = pack()
  archive.entry({ name: 'out.txt' }, Buffer.alloc(2 * MB, 'x'))
  archive.finalize()
  const packed = gzipSync(await buffer(archive))
  expect(await handle(() => readAnyArchive(packed, budget()))).toBe('moved')
})

test('a comparison is moved by the number of its results, before it reads them', async () => {
  expect(await handle(compare(1_999))).toBe('compared')
  expect(await handle(compare(2_000))).toBe('moved')
})

test('work for a thread is moved, and small work is not', async () => {
  expect(await handle(draw(true))).toMatchObject({ ok: true })
  expect(await handle(draw(false))).toBe('moved')
})

test('nothing is moved after the request began to store something, or when the proxy cannot send it again', async () => {
  const stored = async () => {
    keepHere()
    return compare(2_000)()
  }
  expect(await handle(stored)).toBe('compared')
  expect(await handle(compare(2_000), null)).toBe('compared')
  expect(await compare(2_000)()).toBe('compared')
  expect(move).not.toHaveBeenCalled()
})

test('a moved request frees its slot, so that the next call of the same caller runs', async () => {
  const heavy = createHeavyWork({ running: 1 })
  const ask = (results: number) => heavy.run({ caller, name: 'compare' }, compare(results))
  for (let count = 0; count < 3; count += 1) expect(await handle(() => ask(2_000))).toBe('moved')
  move.mockClear()
  expect(await handle(() => ask(1))).toEqual({ ok: true, value: 'compared' })
})
