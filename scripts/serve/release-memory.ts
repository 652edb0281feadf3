import type { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After this time without a request nobody waits for the process. */
const IDLE_MS = 10_000

/**
 * Returns the memory that only loading the program needed, once: V8 collects it by itself when much was allocated since,
 * which an idle process never does. It stops the process for 100 ms, and for seconds on a busy machine, so it waits
 * until no request has come for a while.
 */
export function releaseMemoryOfStart(server?: Server, collect = collectGarbage): void {
  let lastAt = performance.now()
  const use = () => {
    lastAt = performance.now()
  }
  server?.on('request', use)
  const timer = setInterval(() => {
    if (performance.now() - lastAt < IDLE_MS) return
    clearInterval(timer)
    server?.off('request', use)
    collect()
  }, IDLE_MS / 4)
  timer.unref()
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort' })
}
