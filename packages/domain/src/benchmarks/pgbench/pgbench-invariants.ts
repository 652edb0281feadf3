import { atMost, type Invariant, noneWithout, rateIsCountByTime } from '../../parse/invariants/invariants.ts'

/** The run ends with the last transaction, and it may wait for its connections: both count in one of the two times. */
const SLACK = 0.1

/** The invariants of a pgbench report. Rates without the time of connecting have no printed time to check them with. */
export const PGBENCH_INVARIANTS: readonly Invariant[] = [
  rateIsCountByTime({ rate: 'tps', count: 'transactions', seconds: 'duration', slack: SLACK }),
  atMost('tps including connecting', 'tps', SLACK),
  noneWithout('tps', ['latency average', 'latency stddev']),
  atMost('retried transactions', 'retries'),
]
