import { parentPort, Worker, workerData } from 'node:worker_threads'

// A fuzz test runs in a worker thread, because only another thread can stop an endless loop.

export type FuzzOptions = { seed: number; numRuns: number }

type Message = { kind: 'case'; case: unknown } | { kind: 'done' } | { kind: 'failed'; message: string }

/** Detects only endless loops: a case takes milliseconds, and a busy machine is about ten times slower. */
const MAX_MILLISECONDS_OF_ONE_CASE = 120_000

/**
 * Runs the fuzz test of a module that calls `fuzz`.
 *
 * @returns `done`, or a text with the failure or with the case that did not end.
 */
export function fuzzInWorker(module: URL, options: FuzzOptions): Promise<string> {
  const worker = new Worker(module, { workerData: options })
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
      if (message.kind === 'case') current = message.case
      else resolve(message.kind === 'done' ? 'done' : `${message.message}\nof ${JSON.stringify(current)}`)
    })
    worker.on('error', (error) => resolve(error.stack ?? error.message))
    worker.on('exit', () => clearTimeout(timer))
  }).finally(() => worker.terminate())
}

/**
 * The body of a module that `fuzzInWorker` runs. `begin` reports each case before it runs, so that a case that does not
 * end is known.
 */
export async function fuzz(
  run: (options: FuzzOptions, begin: (described: unknown) => void) => void | Promise<void>,
): Promise<void> {
  const post = (message: Message) => parentPort?.postMessage(message)
  try {
    // fuzzInWorker sets this data.
    await run(workerData as FuzzOptions, (described) => post({ kind: 'case', case: described }))
    post({ kind: 'done' })
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
