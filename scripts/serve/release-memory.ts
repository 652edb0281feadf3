import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After this time no request of the start waits any more. */
const AFTER_MS = 10_000

/**
 * Returns the memory that only loading the program needed, once: V8 collects it by itself when much was allocated since,
 * which an idle process never does. It takes about 100 ms.
 */
export function releaseMemoryOfStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')({ type: 'major', flavor: 'last-resort' })
  }, AFTER_MS).unref()
}
