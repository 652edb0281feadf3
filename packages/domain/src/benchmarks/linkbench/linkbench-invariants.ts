import { type Invariant, ordered, rateIsCountByTime } from '../../parse/invariants/invariants.ts'

/** Rate and seconds are printed as whole numbers. */
export const LINKBENCH_PHASE_INVARIANTS: readonly Invariant[] = [
  rateIsCountByTime({ rate: 'rate per second', count: 'operations done', seconds: 'seconds', slack: 0.02 }),
]

export const LINKBENCH_OPERATION_INVARIANTS: readonly Invariant[] = [ordered('mean', 'max')]
