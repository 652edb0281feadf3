import { type RatioTick, ratioScale } from '../../compare/pairs/ratio-scale.ts'
import { lineName, type ReleaseLine } from './release-summary.ts'

/** One test of a ratio plot; positions are fractions of the width. */
export type RatioDot = {
  name: string
  ratio: number
  verdict: ReleaseLine['verdict']
  at: number
  /** Ends of the 95% interval; null where the noise is not known. */
  from: number | null
  to: number | null
  /** The ratio lies outside of the axis, on this side. */
  outside: 'left' | 'right' | null
}

/** Dots on a logarithmic axis, slowest first. */
export type RatioPlot = { dots: RatioDot[]; ticks: RatioTick[]; band: { from: number; to: number } }

/** Arranges the ratios of the tests of a release around 1.0, which is in the middle of the axis. */
export function ratioPlot(lines: readonly ReleaseLine[]): RatioPlot {
  const sorted = lines.toSorted((a, b) => a.ratio - b.ratio)
  const { inside, outside, ticks, band } = ratioScale(sorted.map(({ ratio }) => ratio))
  return {
    dots: sorted.map((line): RatioDot => {
      const { ratio, verdict, low, high } = line
      const hasInterval = low !== null && high !== null && low > 0
      const [from, to] = hasInterval ? [inside(low), inside(high)] : [null, null]
      return { name: lineName(line), ratio, verdict, at: inside(ratio), from, to, outside: outside(ratio) }
    }),
    ticks,
    band,
  }
}
