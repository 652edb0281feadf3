import type { NoiseShape } from './noise-shape.ts'
import { cumulative, lowestOf } from './null-distribution.ts'

const CORE = 7
const BINS = 800

/**
 * Distribution of a residual of releases (release-residuals.ts) when nothing changed, in units of the sd of the core of
 * the noise: P(|residual| > distance), of residuals that are not 0. With values of density f and distribution F it is
 * 3/2 times the integral of f(y) (F(y - d)^2 + (1 - F(y + d))^2), because the value lies between the
 * other two with a probability of 1/3.
 */
export function residualExceeds(shape: NoiseShape): (distance: number) => number {
  const low = lowestOf(shape)
  const step = (CORE - low) / BINS
  const cdf = Float64Array.from({ length: BINS + 1 }, (_, at) => cumulative(shape, low + at * step))
  const at = (x: number) => {
    const place = (x - low) / step
    if (place <= 0) return cumulative(shape, x)
    if (place >= BINS) return 1
    const below = Math.floor(place)
    const [from, to] = [cdf[below] ?? 0, cdf[below + 1] ?? 1]
    return from + (to - from) * (place - below)
  }
  return (distance) => {
    let sum = 0
    for (let bin = 0; bin < BINS; bin += 1) {
      const mass = (cdf[bin + 1] ?? 1) - (cdf[bin] ?? 0)
      if (mass < 1e-12) continue
      const middle = low + (bin + 0.5) * step
      sum += mass * (at(middle - distance) ** 2 + (1 - at(middle + distance)) ** 2)
    }
    return Math.min(1, 1.5 * sum)
  }
}
