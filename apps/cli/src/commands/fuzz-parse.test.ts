import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** Catches endless loops only: a folder takes milliseconds, and a busy machine is some ten times slower. */
const MAX_MILLISECONDS_OF_ONE_CASE = 120_000

/** `ASSAY_FUZZ_RUNS=5000 npx vitest run --project server fuzz-parse` looks longer. */
const NUM_RUNS = Number(process.env.ASSAY_FUZZ_RUNS ?? 40)

type Message = { kind: 'case'; entries: unknown } | { kind: 'done' } | { kind: 'failed'; message: string }

/** Runs the fuzz test in a worker; the outcome is `done`, or says what failed or which folder did not end. */
function fuzzInWorker(seed: number): Promise<string> {
  const url = new URL('../testing/fuzz-parse.ts', import.meta.url)
  const worker = new Worker(url, { workerData: { seed, numRuns: NUM_RUNS } })
  let current: unknown = 'the first folder'
  return new Promise<string>((resolve) => {
    let timer = setTimeout(() => undefined)
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => resolve(`did not end: ${JSON.stringify(current)}`), MAX_MILLISECONDS_OF_ONE_CASE)
    }
    restart()
    worker.on('message', (message: Message) => {
      restart()
      if (message.kind === 'case') current = message.entries
      else resolve(message.kind === 'done' ? 'done' : `${message.message}\nof ${JSON.stringify(current)}`)
    })
    worker.on('error', (error) => resolve(error.stack ?? error.message))
    worker.on('exit', () => clearTimeout(timer))
  }).finally(() => worker.terminate())
}

test('assay parse and push end on every folder, with a code that says what was not understood, and send all runs or none', async () => {
  const seed = fc.readConfigureGlobal()?.seed ?? 1
  expect(await fuzzInWorker(seed)).toBe('done')
}, 3_600_000)
