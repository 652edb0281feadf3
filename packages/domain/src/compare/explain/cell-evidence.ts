import { roundHalfEven } from '../../stats/round-half-even.ts'
import { RATIO_DIGITS } from '../band.ts'
import { SIGNALS, type Signal, type SignalName, WHY_LIMITS } from './signals.ts'

/** The evidence for one cell: its throughput vs the base, and the other metrics of the same results. */
export type Evidence = {
  /** Turned so that larger is better: QPS of mine / QPS of base, or the inverse for a response time. */
  throughput: { metric: string; ratio: number }
  signals: Readonly<Partial<Record<SignalName, Signal>>>
  /** Clients of the cell; null where they are mixed or not known. */
  clients: number | null
  /** The same ratio at fewer clients, where it was measured; null where it was not. */
  fewerClients: { clients: number; ratio: number } | null
}

export type Movement = 'up' | 'down' | 'flat'

/** Which way a metric went; `unknown` when it was not measured on both sides. */
export function movementOf(
  evidence: Evidence,
  name: SignalName,
  limits: { down: number; up: number } = WHY_LIMITS,
): Movement | 'unknown' {
  const signal = evidence.signals[name]
  if (signal === undefined) return 'unknown'
  const { value, base, ratio } = signal
  if (Math.abs(value - base) <= SIGNALS[name].least) return 'flat'
  if (ratio === null) return value > base ? 'up' : 'down'
  const shown = roundHalfEven(ratio, RATIO_DIGITS)
  return shown >= limits.up ? 'up' : shown <= limits.down ? 'down' : 'flat'
}

export const clearly = { down: WHY_LIMITS.clearlyDown, up: WHY_LIMITS.clearlyUp }

/** An unmeasured metric does not contradict a rule; a metric that moved does. */
export const isFlatOrUnknown = (movement: Movement | 'unknown') => movement === 'flat' || movement === 'unknown'

/** The direction of throughput, on the digits that are shown. */
export function throughputMovement({ throughput: { ratio } }: Evidence): Movement {
  const shown = roundHalfEven(ratio, RATIO_DIGITS)
  return shown <= WHY_LIMITS.down ? 'down' : shown >= WHY_LIMITS.up ? 'up' : 'flat'
}
