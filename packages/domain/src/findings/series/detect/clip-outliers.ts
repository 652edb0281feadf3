import { roughNoise } from './neighbor-noise.ts'
import { workingScale } from './working-scale.ts'

/** Maximum distance of a point from the median of its neighborhood, in standard deviations. */
const FARTHEST = 3
/**
 * Minimum distance of a fault, in the same unit. Faults are clipped to one standard deviation. The newest points are
 * clipped to FARTHEST instead, so that they stay visible until later points classify them.
 */
const FAULT = 6
const REACH = 2

/**
 * Clips points far from the median of five neighbors, so that one outlier, or two, weigh no more than ordinary noise. A
 * step of three points or more is unchanged.
 */
export function clipOutliers(series: Float64Array, sd: number): Float64Array {
  const count = series.length
  const clipped = new Float64Array(count)
  const width = FARTHEST * sd
  for (let i = 0; i < count; i++) {
    const middle = Math.min(Math.max(i, REACH), count - 1 - REACH)
    const value = series[i] ?? 0
    if (hasCompany(series, middle - REACH, value, width * SURELY)) {
      clipped[i] = value
      continue
    }
    const center = medianOfFive(series, middle - REACH)
    const distance = Math.abs(value - center)
    const limit = distance > FAULT * sd && i < count - REACH ? sd : width
    clipped[i] = distance <= width ? value : center + Math.sign(value - center) * limit
  }
  return clipped
}

/**
 * The values of a series with clipped outliers, in their own unit.
 *
 * @param values in order, finite, at least five.
 */
export function withoutOutliers(values: readonly number[]): number[] {
  const { scaled, resolution, unscale } = workingScale(values)
  const clipped = clipOutliers(scaled, roughNoise(scaled, resolution))
  return values.map((value, i) => (clipped[i] === scaled[i] ? value : unscale(clipped[i] ?? 0)))
}

/** Factor that keeps rounding errors from deciding. */
const SURELY = 0.999

/**
 * True when three of five values from `start`, including `value`, are so close to it that their median is close as
 * well.
 */
function hasCompany(series: Float64Array, start: number, value: number, width: number): boolean {
  let near = 0
  for (let i = start; i < start + 5; i++) if (Math.abs((series[i] ?? 0) - value) < width && ++near === 3) return true
  return false
}

/** Median of the five values from `start`, by at most seven comparisons. */
function medianOfFive(series: Float64Array, start: number): number {
  const a = series[start] ?? 0
  const b = series[start + 1] ?? 0
  const c = series[start + 2] ?? 0
  const d = series[start + 3] ?? 0
  const e = series[start + 4] ?? 0
  const lower = Math.max(Math.min(a, b), Math.min(d, e))
  const upper = Math.min(Math.max(a, b), Math.max(d, e))
  // The minimum and the maximum of a, b, d, e cannot be the median; it is the middle of the other three.
  return Math.max(Math.min(lower, upper), Math.min(Math.max(lower, upper), c))
}
