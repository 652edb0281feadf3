import { clearly, type Evidence, isFlatOrUnknown, movementOf, throughputMovement } from './cell-evidence.ts'
import { type SignalName, WHY_LIMITS } from './signals.ts'
import { largestWaitShift, type WaitShift } from './wait-events.ts'

/** A row of the table in docs/why.md: a pattern of metrics and its explanation. */
export type Rule = {
  name:
    | ('cpu' | 'contention' | 'reads' | 'writes' | 'memory' | 'stalls')
    | ('server-cache' | 'server-writes' | 'server-stalls' | 'server-locks' | 'log' | 'log-syncs' | 'rows' | 'temporary')
    | ('process-cpu' | 'write-stalls' | 'sync' | 'storage' | 'steal' | 'conflicts' | 'schedule' | 'waits')
  /** Text for each direction of throughput that the rule explains. */
  texts: Readonly<Partial<Record<'down' | 'up' | 'flat', string>>>
  /** Metrics whose numbers the sentence contains, if they were measured. */
  shows: readonly SignalName[]
  /** Further numbers of the sentence. */
  words?: (evidence: Evidence) => string[]
  holds: (evidence: Evidence) => boolean
}

/** The rules in the order of their sentences. */
export const RULES: readonly Rule[] = [
  {
    name: 'memory',
    texts: { down: 'memory-bound, in cache or on the bus', up: 'less time lost to memory' },
    shows: ['ipc', 'instructions'],
    holds: (evidence) =>
      movementOf(evidence, 'ipc') === throughputMovement(evidence) && movementOf(evidence, 'instructions') === 'flat',
  },
  {
    name: 'cpu',
    texts: { down: 'more CPU per operation (new CPU overhead)', up: 'less CPU per operation' },
    shows: ['cpu', 'switches', 'reads'],
    holds: (evidence) =>
      cpuAccounts(evidence) &&
      (evidence.clients === 1 || isFlatOrUnknown(movementOf(evidence, 'switches', clearly))) &&
      isFlatOrUnknown(movementOf(evidence, 'reads')) &&
      isFlatOrUnknown(movementOf(evidence, 'readKb')),
  },
  {
    name: 'contention',
    texts: { down: 'contention (mutex or lock)', up: 'less contention' },
    shows: ['switches'],
    holds: (evidence) =>
      movementOf(evidence, 'switches', clearly) === against(evidence) &&
      worseWithClients(evidence) &&
      !isOutsideOfLocks(waitShift(evidence)),
  },
  {
    name: 'reads',
    texts: {
      down: 'more reads per operation (cache, read amplification)',
      up: 'fewer reads per operation',
    },
    shows: ['reads', 'readKb'],
    holds: (evidence) => someAgainst(evidence, ['reads', 'readKb']),
  },
  {
    name: 'writes',
    texts: { down: 'more writes per operation (write amplification)', up: 'fewer writes per operation' },
    shows: ['writeKb', 'writeAmplification', 'writes'],
    holds: (evidence) => someAgainst(evidence, ['writeKb', 'writeAmplification', 'writes']),
  },
  {
    name: 'waits',
    texts: { down: 'more time in waits of the server', up: 'less time in waits of the server' },
    shows: [],
    words: waitWords,
    holds: (evidence) => waitShift(evidence) !== null,
  },
  serverRule('server-cache', ['cacheReads', 'filterSavings'], {
    down: 'more misses of the cache of the server',
    up: 'fewer misses of the cache of the server',
  }),
  serverRule('rows', ['rowsRead'], {
    down: 'more rows read for the same result (another plan, dead rows)',
    up: 'fewer rows read for the same result',
  }),
  serverRule('server-writes', ['engineWrites'], {
    down: 'more writes of the storage engine per operation',
    up: 'fewer writes of the storage engine per operation',
  }),
  serverRule('log', ['logBytes'], { down: 'more log per operation', up: 'less log per operation' }),
  serverRule('log-syncs', ['logSyncs'], { down: 'more fsyncs per operation', up: 'fewer fsyncs per operation' }),
  serverRule('temporary', ['temporary'], {
    down: 'more temporary data on disk (sorts, hashes)',
    up: 'less temporary data on disk',
  }),
  serverRule('server-locks', ['lockWaits'], {
    down: 'more waits for locks of the storage engine',
    up: 'fewer waits for locks of the storage engine',
  }),
  serverRule('server-stalls', ['stallMicros'], {
    down: 'more time in write stalls of the storage engine',
    up: 'less time in write stalls of the storage engine',
  }),
  {
    name: 'process-cpu',
    texts: { down: 'more user CPU for no more work', up: 'less user CPU for no less work' },
    shows: ['userCpu', 'systemCpu'],
    holds: (evidence) => movementOf(evidence, 'userCpu') === against(evidence),
  },
  {
    name: 'write-stalls',
    texts: { down: 'more time in write stalls: flush or compaction does not keep up', up: 'less time in write stalls' },
    shows: ['stallTime', 'stallCount', 'compactionRate', 'compacted'],
    holds: (evidence) => movementOf(evidence, 'stallTime') === against(evidence),
  },
  {
    name: 'sync',
    texts: { down: 'slower fsync', up: 'faster fsync' },
    shows: ['sync'],
    holds: (evidence) => movementOf(evidence, 'sync') === against(evidence),
  },
  {
    name: 'storage',
    texts: { down: 'longer waits for the same I/O (slower storage)', up: 'shorter waits for the same I/O' },
    shows: ['ioWait', 'reads', 'writeKb'],
    holds: (evidence) =>
      movementOf(evidence, 'ioWait', clearly) === against(evidence) &&
      (['reads', 'readKb', 'writeKb'] as const).every((name) => isFlatOrUnknown(movementOf(evidence, name))),
  },
  {
    name: 'steal',
    texts: { down: 'the hypervisor took CPU time', up: 'the hypervisor took less CPU time' },
    shows: ['steal'],
    holds: (evidence) => movementOf(evidence, 'steal', clearly) === against(evidence),
  },
  {
    name: 'conflicts',
    texts: { down: 'more conflicts between transactions', up: 'fewer conflicts between transactions' },
    shows: ['retries'],
    holds: (evidence) => movementOf(evidence, 'retries', clearly) === against(evidence),
  },
  {
    name: 'schedule',
    texts: { down: 'the server falls behind the rate of the load' },
    shows: ['scheduleLag'],
    holds: (evidence) => movementOf(evidence, 'scheduleLag', clearly) === 'up',
  },
  {
    name: 'stalls',
    texts: { flat: 'stalls' },
    shows: ['tail', 'longest'],
    holds: (evidence) =>
      throughputMovement(evidence) === 'flat' &&
      (['tail', 'longest'] as const).some(
        (name) => movementOf(evidence, name, { down: 0, up: WHY_LIMITS.stall }) === 'up',
      ),
  },
]

/** A rule about one counter of the server, which moves as costs do; the other signals are shown with it. */
function serverRule(
  name: Rule['name'],
  [signal, ...others]: readonly [SignalName, ...SignalName[]],
  texts: { down: string; up: string },
): Rule {
  return {
    name,
    texts,
    shows: [signal, ...others],
    holds: (evidence) => movementOf(evidence, signal) === against(evidence),
  }
}

/**
 * The direction in which costs move when they explain the throughput: the opposite one. `none` if throughput is flat,
 * because no metric has that direction.
 */
function against(evidence: Evidence): 'up' | 'down' | 'none' {
  const movement = throughputMovement(evidence)
  return movement === 'down' ? 'up' : movement === 'up' ? 'down' : 'none'
}

/**
 * True when one of the metrics moves as costs do, and none of them moves the other way by more: fewer reads that are
 * larger in sum save nothing.
 */
function someAgainst(evidence: Evidence, names: readonly SignalName[]): boolean {
  const largest = (direction: 'up' | 'down' | 'none' | 'flat') =>
    Math.max(0, ...names.filter((name) => movementOf(evidence, name) === direction).map((name) => size(evidence, name)))
  return largest(against(evidence)) > largest(throughputMovement(evidence))
}

/** The size of a movement as the absolute logarithm of its ratio; infinite when a side is zero. */
function size({ signals }: Evidence, name: SignalName): number {
  const ratio = signals[name]?.ratio ?? 0
  return ratio > 0 ? Math.abs(Math.log(ratio)) : Number.POSITIVE_INFINITY
}

/** True where most of the time is in a wait that is no lock: reads of a disk switch contexts too. */
const isOutsideOfLocks = (shift: WaitShift | null): boolean =>
  shift !== null && !/^(?:LWLock|Lock|BufferPin|IPC|Timeout:SpinDelay|wait\/synch|wait\/lock)/.test(shift.event)

/** The wait event that explains the throughput; null when none does. */
function waitShift(evidence: Evidence): WaitShift | null {
  const direction = against(evidence)
  return direction === 'none' ? null : largestWaitShift(evidence.waits ?? [], direction)
}

/** "84% of the added time is in IO:DataFileRead, 0.210 to 0.431 ms per operation". */
function waitWords(evidence: Evidence): string[] {
  const shift = waitShift(evidence)
  if (shift === null) return []
  const kind = against(evidence) === 'up' ? 'added' : 'saved'
  const [base, value] = [shift.base, shift.value].map((ms) => Number(ms.toPrecision(3)))
  return [
    `${Math.round(shift.share * 100)}% of the ${kind} time is in ${shift.event}`,
    `${base} to ${value} ms per operation`,
  ]
}

/** CPU per operation is up by about as much as throughput is down. */
function cpuAccounts(evidence: Evidence): boolean {
  const ratio = evidence.signals.cpu?.ratio
  if (ratio == null || ratio <= 0 || movementOf(evidence, 'cpu') !== against(evidence)) return false
  const share = Math.log(ratio) / -Math.log(evidence.throughput.ratio)
  return share >= WHY_LIMITS.minShare && share <= WHY_LIMITS.maxShare
}

/**
 * True if the loss grows with the number of clients. One client has no contention, and if few clients lose as much as
 * many, the cause is another one.
 */
function worseWithClients(evidence: Evidence): boolean {
  if (evidence.clients === 1) return false
  if (evidence.fewerClients === null) return true
  const difference = evidence.fewerClients.ratio - evidence.throughput.ratio
  return throughputMovement(evidence) === 'down'
    ? difference >= WHY_LIMITS.concurrency
    : -difference >= WHY_LIMITS.concurrency
}
