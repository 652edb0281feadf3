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
  const operations = operationsOf(load)
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
  for (const { counters, source } of snapshots.filter(({ at }) => at === 'during')) {
    if (source.isRate === true) {
      for (const [name, perSecond] of counters) {
        if (load.operationsPerSecond) values.set(name, perSecond / load.operationsPerSecond)
      }
      continue
    }
    const sessions = source.isAverage === true ? 1 : shareOfClients(counters, load)
    for (const [name, ms] of waits(counters, sessions, load)) values.set(name, ms)
  }
  return { values: Object.fromEntries(values), problems }
}

/**
 * The number of operations: throughput x time, as other values per operation are divided. The count of the output is
 * exact, and used where it counts the same operations; sysbench counts events and measures queries.
 */
function operationsOf({ operationsPerSecond, elapsedSeconds, operations }: Load): number | null {
  if (operationsPerSecond === null || elapsedSeconds === undefined) return null
  const computed = operationsPerSecond * elapsedSeconds
  const isSame = operations !== undefined && Math.abs(computed / operations - 1) < 0.05
  return isSame ? operations : computed
}

/** Counters that grew; of the statements only those that took most of the time. */
function largestStatements(grown: readonly (readonly [string, number])[]): (readonly [string, number])[] {
  const ofStatement = (name: string) => /^statement_(?:ms|calls)\/o:(.*)$/s.exec(name)?.[1]
  const times = grown.filter(([name]) => name.startsWith('statement_ms/o:'))
  const total = times.reduce((sum, [, growth]) => sum + growth, 0)
  const remaining = new Set(
    times
      .filter(([, growth]) => growth > total * MIN_STATEMENT_SHARE)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_STATEMENTS)
      .map(([name]) => ofStatement(name)),
  )
  return grown.filter(([name, growth]) => {
    const statement = ofStatement(name)
    return statement === undefined ? growth > 0 : remaining.has(statement)
  })
}

/** Clients per sample: every sample of a session stands for this part of all clients. */
function shareOfClients(counters: Counters, { clients }: Load): number {
  const total = [...counters.values()].reduce((sum, count) => sum + count, 0)
  return total === 0 ? 0 : clients / total
}

/** Milliseconds of an operation by wait event, without the time in which the server waits for its clients. */
function waits(counters: Counters, sessions: number, { operationsPerSecond }: Load): [string, number][] {
  if (operationsPerSecond === null || !(operationsPerSecond > 0)) return []
  return [...counters]
    .filter(([name]) => !name.startsWith('wait_ms/o:Client:') && !name.startsWith('wait_ms/o:Activity:'))
    .map(([name, count]) => [name, (count * sessions * 1_000) / operationsPerSecond])
}
