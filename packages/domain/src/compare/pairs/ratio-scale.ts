/** A logarithmic axis of ratios with 1.0 in the middle; positions are fractions of the width. */
export type RatioScale = {
  /** The position of a ratio, at an edge for one outside of the axis. */
  inside: (ratio: number) => number
  /** The edge beyond which a ratio lies; null for one on the axis. */
  outside: (ratio: number) => 'left' | 'right' | null
  ticks: RatioTick[]
  /** The differences from 1 that are too small to matter. */
  band: { from: number; to: number }
}

export type RatioTick = { ratio: number; at: number }

/** The axis always reaches this far from 1, and no further than the second number in each direction. */
const MIN_REACH = 1.1
const MAX_REACH = 4
/** Share of the ratios at each end that may lie outside of the axis. */
const TAIL = 0.05
/** Distance from 1 that is too small to matter. */
const BAND = 0.05
const MARGIN = 1.06

const TICKS = [0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.6, 2, 3]
/** Minimum distance of two labels, as a fraction of the width. */
const MIN_TICK_DISTANCE = 0.11

/** The axis that shows 90% of these ratios. */
export function ratioScale(ratios: readonly number[]): RatioScale {
  const reach = reachOf(ratios.toSorted((a, b) => a - b))
  const at = (ratio: number) => 0.5 + Math.log(ratio) / (2 * Math.log(reach))
  const inside = (ratio: number) => Math.min(1, Math.max(0, at(ratio)))
  return {
    inside,
    outside: (ratio) => (at(ratio) < 0 ? 'left' : at(ratio) > 1 ? 'right' : null),
    ticks: spacedTicks(TICKS.map((ratio) => ({ ratio, at: at(ratio) }))),
    band: { from: inside(1 - BAND), to: inside(1 + BAND) },
  }
}

/** The largest factor that the axis shows in both directions. */
function reachOf(sorted: readonly number[]): number {
  const tail = Math.floor(sorted.length * TAIL)
  const [low = 1, high = 1] = [sorted[tail], sorted.at(-1 - tail)]
  return Math.min(MAX_REACH, Math.max(MIN_REACH, 1 / low, high)) * MARGIN
}

/** The ticks on the axis, 1.0 first and others only where their labels do not touch. */
function spacedTicks(ticks: readonly RatioTick[]): RatioTick[] {
  const remaining: RatioTick[] = []
  for (const tick of ticks.toSorted((a, b) => Math.abs(a.at - 0.5) - Math.abs(b.at - 0.5))) {
    const isOnAxis = tick.at >= 0 && tick.at <= 1
    if (isOnAxis && remaining.every(({ at }) => Math.abs(at - tick.at) >= MIN_TICK_DISTANCE)) remaining.push(tick)
  }
  return remaining.sort((a, b) => a.at - b.at)
}
