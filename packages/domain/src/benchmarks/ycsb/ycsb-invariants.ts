import { countFigure, decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { type Invariant, noneWithout, ordered, rateIsCountByTime } from '../../parse/invariants/invariants.ts'

/** The overall figures of a YCSB report; operations are checked separately. */
export const YCSB_INVARIANTS: readonly Invariant[] = [
  rateIsCountByTime({ rate: 'throughput', count: 'operations', seconds: 'run time', slack: 0.02 }),
]

/** The percentile comes from a histogram with limited digits, so it is not compared with the maximum. */
export const YCSB_OPERATION_INVARIANTS: readonly Invariant[] = [
  ordered('minimum latency', 'average latency', 'maximum latency'),
  noneWithout('operations', ['average latency', 'maximum latency']),
]

const NAMES: Readonly<Record<string, string>> = {
  Operations: 'operations',
  'AverageLatency(us)': 'average latency',
  'MinLatency(us)': 'minimum latency',
  'MaxLatency(us)': 'maximum latency',
}

/** The figure of a line of an operation; null for lines without an invariant. */
export function ycsbFigure(label: string, text: string, line: number): [string, Figure] | null {
  const name = NAMES[label]
  if (name === undefined) return null
  return [name, label === 'Operations' ? countFigure(text, line) : decimalFigure(text, line)]
}
