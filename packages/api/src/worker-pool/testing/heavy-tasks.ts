// Tasks for thread-pool.test.ts.

import { noteThread, type ThreadCell } from '../thread-clock.ts'

const TASKS: Record<string, (input: unknown) => unknown> = {
  answer: (input) => input,
  count: (input) => (Array.isArray(input) ? input.length : 0),
  spin() {
    for (;;);
  },
  hoard() {
    const retained: number[][] = []
    for (;;) retained.push(Array.from({ length: 10_000 }, Math.random))
  },
  /** Waits without work, as a thread on a busy machine does. */
  wait(input) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(input))
    return 'waited'
  },
  fail() {
    throw new Error('a bug')
  },
  // biome-ignore lint/style/noProcessEnv: the test checks the environment of a thread
  environment: () => Object.keys(process.env),
}

// biome-ignore lint/style/noDefaultExport: the pool calls the default export of its file
export default ({ name, input, cell }: { name: string; input: unknown; cell: ThreadCell }) => {
  noteThread(cell)
  return TASKS[name]?.(input)
}
