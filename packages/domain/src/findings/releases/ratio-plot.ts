import { lineName, type ReleaseLine } from './release-summary.ts'

/** One test of a ratio plot; positions are fractions of the width. */
export type RatioDot = {
  name: string
  ratio: number
  verdict: ReleaseLine['verdict']
  at: number
  /** Ends of the 95% interval; null if the noise is unknown. */
  from: number | null
  to: number | null
  /** Side on which the ratio is outside the axis; null if it is inside. */
  outside: 'left' | 'right' | null
}

/** Dots on a logarithmic axis, slowest first. */
export type RatioPlot = { dots: RatioDot[]; ticks: { ratio: number; at: number }[]; band: { from: number; to: number } }

/** Minimum and maximum factor that the axis shows in each direction from 1. */
const MIN_REACH = 1.1
const MAX_REACH = 4
/** Share of the ratios at each end that may be outside the axis. */
const TAIL = 0.05
/** Distance from 1 of the shaded band of unimportant changes. */
const BAND = 0.05
const MARGIN = 1.06

const TICKS = [0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.6, 2, 3]
/** Minimum distance of two labels, as a fraction of the width. */
const MIN_TICK_DISTANCE = 0.11

/** Lays out the ratios of the tests of a release around 1.0, the center of the axis. */
export function ratioPlot(lines: readonly ReleaseLine[]): RatioPlot {
  const sorted = lines.toSorted((a, b) => a.ratio - b.ratio)
  const reach = reachOf(sorted.map(({ ratio }) => ratio))
  const at = (ratio: number) => 0.5 + Math.log(ratio) / (2 * Math.log(reach))
  const inside = (ratio: number) => Math.min(1, Math.max(0, at(ratio)))
  return {
    dots: sorted.map((line): RatioDot => {
      const { ratio, verdict, low, high } = line
      const outside = at(ratio) < 0 ? 'left' : at(ratio) > 1 ? 'right' : null
      const hasInterval = low !== null && high !== null && low > 0
      const [from, to] = hasInterval ? [inside(low), inside(high)] : [null, null]
      return { name: lineName(line), ratio, verdict, at: inside(ratio), from, to, outside }
    }),
    ticks: spacedTicks(TICKS.map((ratio) => ({ ratio, at: at(ratio) }))),
    band: { from: inside(1 - BAND), to: inside(1 + BAND) },
  }
}

/** The largest factor of the axis in both directions; 90% of the ratios are within it. */
function reachOf(sorted: readonly number[]): number {
  const tail = Math.floor(sorted.length * TAIL)
  const [low = 1, high = 1] = [sorted[tail], sorted.at(-1 - tail)]
  return Math.min(MAX_REACH, Math.max(MIN_REACH, 1 / low, high)) * MARGIN
}

/** Selects ticks whose labels do not overlap; 1.0 is always included. */
function spacedTicks(ticks: readonly { ratio: number; at: number }[]): { ratio: number; at: number }[] {
  const kept: { ratio: number; at: number }[] = []
  for (const tick of ticks.toSorted((a, b) => Math.abs(a.at - 0.5) - Math.abs(b.at - 0.5))) {
    const isOnAxis = tick.at >= 0 && tick.at <= 1
    if (isOnAxis && kept.every(({ at }) => Math.abs(at - tick.at) >= MIN_TICK_DISTANCE)) kept.push(tick)
  }
  return kept.sort((a, b) => a.at - b.at)
}
