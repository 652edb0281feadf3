import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** Catches endless loops only: a single import takes milliseconds, and a busy machine is some ten times slower. */
const MAX_MILLISECONDS_OF_ONE_CASE = 120_000

const NUM_RUNS = 400

type Message = { kind: 'case'; files: unknown } | { kind: 'done' } | { kind: 'failed'; message: string }

/** Runs the fuzz test in a worker; the outcome is `done`, or says what failed or which case did not end. */
function fuzzInWorker(seed: number): Promise<string> {
  const url = new URL('../../../testing/src/import/fuzz-importers.ts', import.meta.url)
  const worker = new Worker(url, { workerData: { seed, numRuns: NUM_RUNS } })
  let current: unknown = 'the first case'
  return new Promise<string>((resolve) => {
    let timer = setTimeout(() => undefined)
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => resolve(`did not end: ${JSON.stringify(current)}`), MAX_MILLISECONDS_OF_ONE_CASE)
    }
    restart()
    worker.on('message', (message: Message) => {
      restart()
      if (message.kind === 'case') current = message.files
      else resolve(message.kind === 'done' ? 'done' : `${message.message}\nof ${JSON.stringify(current)}`)
    })
    worker.on('error', (error) => resolve(error.stack ?? error.message))
    worker.on('exit', () => clearTimeout(timer))
  }).finally(() => worker.terminate())
}

test('every importer ends on damaged files, throws nothing, and stores nothing impossible', async () => {
  const seed = fc.readConfigureGlobal()?.seed ?? 1
  expect(await fuzzInWorker(seed)).toBe('done')
}, 900_000)
