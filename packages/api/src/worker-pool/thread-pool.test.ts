import { afterAll, expect, test } from 'vitest'
import { openThreadPool, type TaskLimit } from './thread-pool.ts'

// The tasks of testing/heavy-tasks.ts: `answer` returns its input, `count` its length, `spin` never ends, `hoard` fills
// its heap, `fail` throws.

const pool = openThreadPool(new URL('./testing/heavy-tasks.ts', import.meta.url), { maxHeapMb: 64 })
afterAll(() => pool.close())

const limit: TaskLimit = { seconds: 60, what: 'This task', advice: 'Ask for less.' }
const run = (name: string, options: { seconds?: number; input?: unknown; signal?: AbortSignal } = {}) =>
  pool.run({
    name,
    input: options.input ?? null,
    limit: { ...limit, seconds: options.seconds ?? limit.seconds },
    key: 'project',
    signal: options.signal,
  })

test('a task over its time limit is ended with an error that names the limit, and the pool goes on', async () => {
  const refused = await run('spin', { seconds: 0.2 })
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'too-heavy',
      detail: 'This task takes more than 0.2 s of CPU time, which is the limit. Ask for less.',
    },
  })
  expect(await run('answer', { input: { a: [1] } })).toEqual({ ok: true, value: { a: [1] } })
})

test('a thread that waits for a core longer than its limit goes on', async () => {
  expect(await run('wait', { seconds: 1, input: 1_500 })).toEqual({ ok: true, value: 'waited' })
})

test('a task over its memory limit is ended with an error that names the limit, and the pool goes on', async () => {
  const refused = await run('hoard')
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'too-heavy',
      detail: 'This task needs more than 64 MB of memory, which is the limit. Ask for less.',
    },
  })
  expect(await run('answer', { input: 1 })).toEqual({ ok: true, value: 1 })
})

test('a thread keeps nothing of a task while it waits for the next one', async () => {
  // Two of these together exceed the heap of a thread.
  const input = Array.from({ length: 34 }, (_, at) => String(at % 10).repeat(1_000_000))
  const refused = []
  for (let task = 0; task < 6; task++) {
    const result = await run('count', { input })
    if (result.ok) expect(result.value).toBe(34)
    else refused.push(result)
  }
  // A thread that kept its last task would refuse every second one. V8 may refuse one before it collects the last input.
  expect(refused.length).toBeLessThanOrEqual(1)
})

test('the event loop goes on while threads are busy', async () => {
  const controller = new AbortController()
  const busy = [run('spin', { signal: controller.signal }), run('spin', { signal: controller.signal })]
  let turns = 0
  while (turns < 100) {
    await new Promise((resolve) => setImmediate(resolve))
    turns += 1
  }
  controller.abort()
  for (const result of await Promise.all(busy)) expect(result).toMatchObject({ ok: false })
  expect(await run('answer', { input: 2 })).toEqual({ ok: true, value: 2 })
})

test('a bug in a task is a fault, not a refusal', async () => {
  await expect(run('fail')).rejects.toThrow('a bug')
})

test('a thread cannot read the environment, which contains secrets', async () => {
  expect(await run('environment')).toEqual({ ok: true, value: [] })
})
