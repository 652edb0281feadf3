import { setTimeout } from 'node:timers/promises'
import { percentile } from './timing.ts'

/** Milliseconds to the end of the responses of one address. */
export type Pace = { name: string; count: number; median: number; p95: number; slowest: number }

/**
 * Requests addresses repeatedly, each every `everyMs` milliseconds, or immediately when its last response took longer,
 * until `stop` is called.
 *
 * @param addresses by name.
 * @returns `stop`, which waits for running requests and throws when a response was not 200.
 */
export function watchAnswers(
  addresses: Readonly<Record<string, string>>,
  everyMs = 200,
): { stop(): Promise<readonly Pace[]> } {
  let isOver = false
  const watch = async ([name, url]: [string, string]): Promise<Pace> => {
    const times: number[] = []
    while (!isOver) {
      const took = await timeOf(url)
      times.push(took)
      await setTimeout(Math.max(0, everyMs - took))
    }
    const at = (share: number) => percentile(times, share)
    return { name, count: times.length, median: at(0.5), p95: at(0.95), slowest: Math.max(...times) }
  }
  // A failed request that nothing awaits must not end the process.
  const watched = Promise.allSettled(Object.entries(addresses).map(watch))
  return {
    async stop() {
      isOver = true
      return (await watched).map((one) => {
        if (one.status === 'rejected') throw one.reason
        return one.value
      })
    },
  }
}

/** Returns the milliseconds to the end of a response; @throws unless it is a 200 */
export async function timeOf(url: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`)
  return performance.now() - began
}
