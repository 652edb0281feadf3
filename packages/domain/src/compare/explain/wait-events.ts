import { WHY_LIMITS } from './signals.ts'

/** Wait events of Postgres and MySQL that explain response times, as their counters name them. */
const WAIT_EVENTS: readonly string[] = [
  'CPU',
  ...['DataFileRead', 'DataFileWrite', 'DataFileExtend', 'DataFileFlush', 'DataFileSync', 'DataFilePrefetch'].map(
    (event) => `IO:${event}`,
  ),
  ...[
    'WalWrite',
    'WALWrite',
    'WalSync',
    'WALSync',
    'WalRead',
    'WALRead',
    'BufFileRead',
    'BufFileWrite',
    'AioIoCompletion',
    'SlruRead',
  ].map((event) => `IO:${event}`),
  ...[
    'WALWrite',
    'WALInsert',
    'BufferMapping',
    'BufferContent',
    'LockManager',
    'ProcArray',
    'XactSLRU',
    'SubtransSLRU',
    'MultiXactOffsetSLRU',
    'XactBuffer',
    'ParallelHashJoin',
  ].map((event) => `LWLock:${event}`),
  ...['transactionid', 'tuple', 'relation', 'extend', 'virtualxid'].map((event) => `Lock:${event}`),
  'BufferPin:BufferPin',
  'IPC:ProcArrayGroupUpdate',
  'IPC:XactGroupUpdate',
  'Timeout:SpinDelay',
  'wait/io/file/innodb/innodb_data_file',
  'wait/io/file/innodb/innodb_log_file',
  'wait/io/file/sql/binlog',
  'wait/io/table/sql/handler',
  'wait/lock/table/sql/handler',
  'wait/synch/mutex/innodb/trx_sys_mutex',
  'wait/synch/mutex/innodb/lock_mutex',
  'wait/synch/sxlock/innodb/index_tree_rw_lock',
  'wait/synch/sxlock/innodb/btr_search_latch',
]

const PREFIX = 'wait_ms/o:'

/** The metrics of wait events that explanations read. */
export const WAIT_METRICS: readonly string[] = WAIT_EVENTS.map((event) => `${PREFIX}${event}`)

/** Time per operation in one wait event, in milliseconds. */
export type Wait = { metric: string; value: number; base: number }

/** Minimum share of the time that was added, or saved, for an event to be named. */
const MIN_SHARE = 0.5

/** The event in which most of the added time is, or of the saved time; null when no event has most of it. */
export type WaitShift = { event: string; share: number; value: number; base: number }

export function largestWaitShift(waits: readonly Wait[], direction: 'up' | 'down'): WaitShift | null {
  const sign = direction === 'up' ? 1 : -1
  const [value, base] = [sum(waits.map((wait) => wait.value)), sum(waits.map((wait) => wait.base))]
  // The times of all events must move clearly, because shares of a small difference are noise.
  const ratio = base === 0 ? Number.POSITIVE_INFINITY : value / base
  if (direction === 'up' ? ratio < WHY_LIMITS.up : ratio > WHY_LIMITS.down) return null
  const moved = waits
    .map((wait) => ({ ...wait, added: sign * (wait.value - wait.base) }))
    .filter(({ added }) => added > 0)
  const [largest] = moved.toSorted((a, b) => b.added - a.added)
  // A session without a wait event works, or waits for a core.
  if (largest === undefined || largest.metric === `${PREFIX}CPU`) return null
  const share = largest.added / sum(moved.map(({ added }) => added))
  return share < MIN_SHARE
    ? null
    : { event: largest.metric.slice(PREFIX.length), share, value: largest.value, base: largest.base }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
