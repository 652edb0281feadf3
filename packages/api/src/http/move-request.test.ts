import { afterEach, expect, test, vi } from 'vitest'
import { inTurn } from '../comparisons/large-comparisons.ts'
import { movingPool } from '../worker-pool/moving-pool.ts'
import { INLINE_POOL } from '../worker-pool/worker-pool.ts'
import { createHeavyWork } from './heavy-work.ts'
import { keepHere, withRequestMove } from './move-request.ts'

const caller = {
  kind: 'anonymous',
  request: { address: '192.0.2.1', requestId: null, headers: new Headers() },
} as const
const move = vi.fn(() => true)
afterEach(() => move.mockClear())

/** Handles a request that can be moved. @returns `moved` when its work never ends because it was moved. */
async function handle<T>(work: () => Promise<T>, move_: (() => boolean) | null = move): Promise<T | 'moved'> {
  const moved = vi.waitFor(() => expect(move).toHaveReturnedWith(true)).then(() => 'moved' as const)
  moved.catch(() => undefined)
  return Promise.race([withRequestMove({ move: move_, isCounted: false }, work), moved])
}

const run = (name: string) => async () => {
  const done = await createHeavyWork().run({ caller, name }, async () => 'done')
  return done.ok ? done.value : 'refused'
}
const compare = (results: number) => () =>
  inTurn(
    { queries: { cells: { size: async () => ({ results, values: results }) } }, project: { id: 'p' } },
    { filters: {}, metrics: null, newestOnly: true, allSteps: false },
    async () => 'compared',
  )
const draw = (isSmall: boolean) => () => movingPool(INLINE_POOL).run('apply-rules', [], { key: 'p', isSmall })

test('a call that is always heavy is moved before it begins, and one that may be small is not', async () => {
  expect(await handle(run('compare'))).toBe('done')
  expect(await handle(run('projects.list'))).toBe('done')
  expect(await handle(run('specs.preview'))).toBe('moved')
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
