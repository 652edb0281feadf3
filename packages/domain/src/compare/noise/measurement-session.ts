/** Maximum hours between the starts of two consecutive runs of one session. */
export const MAX_SESSION_GAP_HOURS = 6

const MAX_GAP = MAX_SESSION_GAP_HOURS * 3_600_000

/**
 * Numbers the measurement sessions of some runs of one build on one machine. A session is a block of runs that were
 * measured one after the other: it ends at a gap of more than 6 hours between two starts, or when another run started
 * in between. Repeats of one session share conditions (temperature, the state of the file system, the placement of a
 * virtual machine), so they are more alike than runs of different sessions.
 *
 * @param starts milliseconds since 1970, in any order; null if a run does not state its start.
 * @param others starts of runs of other builds on the machine, in any order.
 * @returns the number of the session of each run, from 0. Null if a start is unknown, or if two runs state the same
 * one: a machine does not start two runs at once, so such times are not start times.
 */
export function sessionNumbers(starts: readonly (number | null)[], others: readonly number[]): number[] | null {
  if (starts.includes(null) || new Set(starts).size < starts.length) return null
  const order = [...starts.keys()].sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0))
  const numbers = starts.map(() => 0)
  const sorted = others.toSorted((a, b) => a - b)
  let [session, last, next] = [0, Number.NaN, 0]
  for (const at of order) {
    const start = starts[at] ?? 0
    while ((sorted[next] ?? Number.POSITIVE_INFINITY) <= last) next += 1
    if (start - last > MAX_GAP || (!Number.isNaN(last) && (sorted[next] ?? start) < start)) session += 1
    numbers[at] = session
    last = start
  }
  return numbers
}

/** One value for each session, the median of its runs; all values if sessions are unknown. */
export function sessionMedians(values: readonly number[], sessions: readonly number[] | null): readonly number[] {
  if (sessions === null || new Set(sessions).size === values.length) return values
  const bySession = Map.groupBy(values.keys(), (at) => sessions[at] ?? 0)
  return [...bySession.values()].map((members) => middle(members.map((at) => values[at] ?? 0)))
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0]
  return (low + high) / 2
}
