import { setTimeout } from 'node:timers/promises'
import { percentile } from './timing.ts'

/** Milliseconds to the end of the answers of one address. */
export type Pace = { name: string; count: number; median: number; p95: number; slowest: number }

/**
 * Requests some addresses again and again, each every `everyMs` milliseconds, or at once when its last answer took
 * longer, until `stop` is called.
 *
 * @param addresses by name.
 * @returns `stop` waits for the answers that are under way; it throws when an answer was no 200.
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
  // An answer that fails while nobody waits must not end the process.
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

/** Milliseconds to the end of an answer; @throws unless it is a 200. */
export async function timeOf(url: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`)
  return performance.now() - began
}
