import type { Problem } from '../../parse/problem.ts'
import type { Counters } from './counter-sources.ts'
import type { CounterSnapshot } from './parse-counters.ts'

/** Maximum number of statements of a result, and the least share of all statements' time that each of them takes. */
const MAX_STATEMENTS = 20
const MIN_STATEMENT_SHARE = 0.001

/** The rate and the clients by which counters become values per operation. */
type Load = {
  operationsPerSecond: number | null
  elapsedSeconds: number | undefined
  clients: number
  operations: number | undefined
}

/**
 * Values per operation: the growth of each counter between the snapshots divided by the operations. Samples of waits are
 * shares of the time that clients waited for the server, so share x clients / throughput is the time of one operation.
 */
export function counterValues(
  snapshots: readonly CounterSnapshot[],
  load: Load,
): { values: Record<string, number>; problems: Problem[] } {
  const problems: Problem[] = []
  const values = new Map<string, number>()
  const operations = load.operations ?? product(load.operationsPerSecond, load.elapsedSeconds)
  for (const after of snapshots.filter(({ at }) => at === 'after')) {
    const before = snapshots.find(({ at, source }) => at === 'before' && source === after.source)
    if (before === undefined) {
      const message = `has no snapshot of ${after.source.name} before the test, so nothing is derived from it`
      problems.push({ file: after.path, message })
      continue
    }
    const reset = [...before.counters].find(([name, value]) => (after.counters.get(name) ?? value) < value)
    if (reset !== undefined) {
      const message = `${reset[0]} is less than in ${before.path}, so the counters were reset between; nothing is derived from them`
      problems.push({ file: after.path, message })
      continue
    }
    if (operations === null || !(operations > 0)) continue
    const grown = [...after.counters].map(([name, value]) => [name, value - (before.counters.get(name) ?? 0)] as const)
    for (const [name, growth] of largestStatements(grown)) values.set(name, growth / operations)
  }
  for (const { counters } of snapshots.filter(({ at }) => at === 'during')) {
    for (const [name, ms] of waits(counters, load)) values.set(name, ms)
  }
  return { values: Object.fromEntries(values), problems }
}

const product = (a: number | null, b: number | undefined): number | null =>
  a === null || b === undefined ? null : a * b

/** Counters that grew; of the statements only those that took most of the time. */
function largestStatements(grown: readonly (readonly [string, number])[]): (readonly [string, number])[] {
  const ofStatement = (name: string) => /^statement_(?:ms|calls)\/o:(.*)$/s.exec(name)?.[1]
  const times = grown.filter(([name]) => name.startsWith('statement_ms/o:'))
  const total = times.reduce((sum, [, growth]) => sum + growth, 0)
  const kept = new Set(
    times
      .filter(([, growth]) => growth > total * MIN_STATEMENT_SHARE)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_STATEMENTS)
      .map(([name]) => ofStatement(name)),
  )
  return grown.filter(([name, growth]) => {
    const statement = ofStatement(name)
    return statement === undefined ? growth > 0 : kept.has(statement)
  })
}

/** Milliseconds of an operation by wait event, from samples of the sessions that were busy. */
function waits(counters: Counters, { operationsPerSecond, clients }: Load): [string, number][] {
  // Between statements a client computes, so a session that waits for its client does not work on an operation.
  const busy = [...counters].filter(
    ([name]) => !name.startsWith('wait_ms/o:Client:') && !name.startsWith('wait_ms/o:Activity:'),
  )
  const total = [...counters.values()].reduce((sum, count) => sum + count, 0)
  if (operationsPerSecond === null || !(operationsPerSecond > 0) || total === 0) return []
  return busy.map(([name, count]) => [name, ((count / total) * clients * 1_000) / operationsPerSecond])
}
