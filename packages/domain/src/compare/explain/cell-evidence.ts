import { roundHalfEven } from '../../stats/round-half-even.ts'
import { RATIO_DIGITS } from '../band.ts'
import { BENEFITS, SIGNALS, type Signal, type SignalName, WHY_LIMITS } from './signals.ts'
import type { Wait } from './wait-events.ts'

/** The evidence for one cell: the ratio of its throughput to the base, and the other metrics of the same results. */
export type Evidence = {
  /** Ratio where larger is better: value / base for rates, base / value for response times. */
  throughput: { metric: string; ratio: number }
  signals: Readonly<Partial<Record<SignalName, Signal>>>
  /** Time per operation by wait event, where both sides were sampled; an event that one side lacks took 0 ms there. */
  waits?: readonly Wait[]
  /** Clients of the cell; null when mixed or unknown. */
  clients: number | null
  /** The same ratio at fewer clients; null when it was not measured. */
  fewerClients: { clients: number; ratio: number } | null
}

export type Movement = 'up' | 'down' | 'flat'

/** The direction in which a metric moved; `unknown` when a side lacks it. */
export function movementOf(
  evidence: Evidence,
  name: SignalName,
  limits: { down: number; up: number } = WHY_LIMITS,
): Movement | 'unknown' {
  const signal = evidence.signals[name]
  if (signal === undefined) return 'unknown'
  const { value, base, ratio } = signal
  if (Math.abs(value - base) <= SIGNALS[name].minDifference) return 'flat'
  if (ratio === null) return value > base ? 'up' : 'down'
  const shown = roundHalfEven(ratio, RATIO_DIGITS)
  return shown >= limits.up ? 'up' : shown <= limits.down ? 'down' : 'flat'
}

export const clearly = { down: WHY_LIMITS.clearlyDown, up: WHY_LIMITS.clearlyUp }

/** True unless the metric moved, because only a metric that moved contradicts a rule. */
export const isFlatOrUnknown = (movement: Movement | 'unknown') => movement === 'flat' || movement === 'unknown'

/** The direction of throughput, on the digits that are shown. */
export function throughputMovement({ throughput: { ratio } }: Evidence): Movement {
  const shown = roundHalfEven(ratio, RATIO_DIGITS)
  return shown <= WHY_LIMITS.down ? 'down' : shown >= WHY_LIMITS.up ? 'up' : 'flat'
}

/**
 * True for a metric that moved against the change of throughput: a cost that fell although throughput fell too. With flat
 * throughput only costs that rose are evidence.
 */
export function isOpposed(evidence: Evidence, name: SignalName): boolean {
  const opposed = throughputMovement(evidence) === 'up' ? 'up' : 'down'
  const movement = movementOf(evidence, name)
  return movement === (BENEFITS.includes(name) ? reverse(opposed) : opposed)
}

const reverse = (movement: 'up' | 'down'): 'up' | 'down' => (movement === 'up' ? 'down' : 'up')
