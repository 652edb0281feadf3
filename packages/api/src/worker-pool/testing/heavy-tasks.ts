// Tasks for thread-pool.test.ts.

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
  fail() {
    throw new Error('a bug')
  },
  // biome-ignore lint/style/noProcessEnv: the test checks the environment of a thread
  environment: () => Object.keys(process.env),
}

// biome-ignore lint/style/noDefaultExport: the pool calls the default export of its file
export default ({ name, input }: { name: string; input: unknown }) => TASKS[name]?.(input)
