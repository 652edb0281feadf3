import { atMost, type Invariant, noneWithout, rateIsCountByTime } from '../../parse/invariants/invariants.ts'

/** Tolerance for the time to finish the last transaction and to connect, which only one of the two times includes. */
const SLACK = 0.1

/** The printed duration is that of `-T`; each client finishes its last transaction after it, late on a busy machine. */
const MAX_LATE_SECONDS = 10

/**
 * The invariants of a pgbench report. The rate without connection time cannot be checked, because that time is not
 * printed.
 */
export const PGBENCH_INVARIANTS: readonly Invariant[] = [
  rateIsCountByTime({
    rate: 'tps',
    count: 'transactions',
    seconds: 'duration',
    slack: SLACK,
    lateSeconds: MAX_LATE_SECONDS,
  }),
  atMost('tps including connecting', 'tps', SLACK),
  noneWithout('tps', ['latency average', 'latency stddev']),
  atMost('retried transactions', 'retries'),
]
