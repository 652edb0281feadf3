import { type PerfCounter, type PerfStat, splitEventName } from './perf-stat.ts'

/** Counters per second of wall time, and the ratios that need no time. */
export type PerfRates = {
  /** Counts per second by event. Events that were not counted have no key. */
  perSecond: Map<string, number>
  /** Ratios such as `ipc`, `GHz` and `branch-miss%`, from counters of the same runs. */
  ratios: Map<string, number>
}

/** A ratio of two events that perf prints after them. */
const RATIOS: readonly { name: string; of: string; per: string; times: number }[] = [
  { name: 'ipc', of: 'instructions', per: 'cycles', times: 1 },
  { name: 'branch-miss%', of: 'branch-misses', per: 'branches', times: 100 },
  { name: 'cache-miss%', of: 'cache-misses', per: 'cache-references', times: 100 },
  { name: 'L1-dcache-load-miss%', of: 'L1-dcache-load-misses', per: 'L1-dcache-loads', times: 100 },
  { name: 'dTLB-load-miss%', of: 'dTLB-load-misses', per: 'dTLB-loads', times: 100 },
  { name: 'iTLB-load-miss%', of: 'iTLB-load-misses', per: 'iTLB-loads', times: 100 },
  { name: 'L1-icache-load-miss%', of: 'L1-icache-load-misses', per: 'L1-icache-loads', times: 100 },
  { name: 'LLC-load-miss%', of: 'LLC-load-misses', per: 'LLC-loads', times: 100 },
]

/** Suffixes of events: all code, user code only, kernel only. */
const MODES = ['', ':u', ':k'] as const

/** Events that perf itself spells in two ways. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['L1-icache-loads-misses', 'L1-icache-load-misses'],
  ['cpu-migrations', 'migrations'],
  ['cs', 'context-switches'],
  ['page-faults', 'faults'],
  ['cpu-cycles', 'cycles'],
  ['branch-instructions', 'branches'],
])

/** The name under which an event is stored: `cycles`, or `cycles:u` when only user code was counted. */
export function eventName(event: string): string {
  const { name, mode } = splitEventName(event)
  const plain = SPELLINGS.get(name) ?? name
  return mode === '' ? plain : `${plain}:${mode}`
}

/**
 * Averages over all runs of all samples: counts are summed and divided by the seconds of the runs that counted them, so
 * a truncated sample has less weight. A ratio is of sums over the runs that counted both of its events.
 */
export function perfRates(samples: readonly PerfStat[]): PerfRates {
  const counts = new Map<string, { count: number; seconds: number }>()
  const pairs = new Map<string, { of: number; per: number }>()
  for (const { seconds, isComplete, counters } of samples.flatMap(({ runs }) => runs)) {
    if (!isComplete) continue
    const values = countsOf(counters)
    if (seconds !== null) {
      for (const [event, value] of values) {
        const sum = counts.get(event) ?? { count: 0, seconds: 0 }
        counts.set(event, { count: sum.count + value, seconds: sum.seconds + seconds })
      }
    }
    for (const mode of MODES) {
      for (const { name, of, per } of RATIOS) {
        addPair(pairs, `${name}${mode}`, values.get(`${of}${mode}`), values.get(`${per}${mode}`))
      }
    }
    addPair(pairs, 'GHz', values.get('cycles'), values.get('cpu-clock') ?? values.get('task-clock'))
  }
  const perSecond = new Map([...counts].map(([event, { count, seconds }]) => [event, count / seconds]))
  const ratios = new Map([...pairs].map(([name, { of, per }]) => [name, (of / per) * timesOf(name)]))
  return { perSecond, ratios }
}

/** Events of a run by name. Both parts of a hybrid CPU are summed; of an event with two spellings the first is used. */
function countsOf(counters: readonly PerfCounter[]): Map<string, number> {
  const values = new Map<string, number>()
  const pmus = new Map<string, Set<string>>()
  for (const { event, value, unit } of counters) {
    if (value === null) continue
    const name = eventName(event)
    const { pmu } = splitEventName(event)
    const seen = pmus.get(name) ?? new Set()
    pmus.set(name, seen)
    if (values.has(name) && (pmu === '' || seen.has(pmu) || seen.has(''))) continue
    seen.add(pmu)
    values.set(name, (values.get(name) ?? 0) + inMilliseconds(value, unit))
  }
  return values
}

function timesOf(name: string): number {
  if (name === 'GHz') return 1e-6 // Cycles per millisecond of CPU.
  return RATIOS.find((ratio) => name === ratio.name || name.startsWith(`${ratio.name}:`))?.times ?? 1
}

function addPair(
  pairs: Map<string, { of: number; per: number }>,
  name: string,
  of: number | undefined,
  per: number | undefined,
): void {
  if (of === undefined || per === undefined || per === 0) return
  const sum = pairs.get(name) ?? { of: 0, per: 0 }
  pairs.set(name, { of: sum.of + of, per: sum.per + per })
}

/** Clocks in milliseconds, converted from the unit that perf chose; counts are unchanged. */
function inMilliseconds(value: number, unit: string): number {
  if (unit === 'usec') return value / 1e3
  if (unit === 'ns' || unit === 'nsec') return value / 1e6
  return value
}
