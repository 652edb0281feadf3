import type { NoiseShape } from './noise-shape.ts'
import { interpolated, runDistribution } from './shape-distribution.ts'

/**
 * Distribution of a residual of releases (release-residuals.ts) if nothing changed, in units of the sd of the core of
 * the noise: P(|residual| > distance) of residuals that are not 0. With values of density f and distribution F it is
 * 3/2 times the integral of f(y) (F(y - d)^2 + (1 - F(y + d))^2), because the value is between the other two with a
 * probability of 1/3.
 */
export function residualExceeds(shape: NoiseShape): (distance: number) => number {
  const one = runDistribution(shape)
  const { edges, below } = one
  const last = edges.length - 1
  return (distance) => {
    let sum = 0
    // Cells of the lower and the upper limit, which rise with the value, so both are found in one pass.
    let [low, high] = [-1, -1]
    for (let at = 1; at <= last; at += 1) {
      const mass = (below[at] ?? 0) - (below[at - 1] ?? 0)
      if (mass < 1e-12) continue
      const middle = ((edges[at] ?? 0) + (edges[at - 1] ?? 0)) / 2
      while (low < last && (edges[low + 1] ?? 0) <= middle - distance) low += 1
      while (high < last && (edges[high + 1] ?? 0) <= middle + distance) high += 1
      sum +=
        mass * (interpolated(one, middle - distance, low) ** 2 + (1 - interpolated(one, middle + distance, high)) ** 2)
    }
    return Math.min(1, 1.5 * sum)
  }
}
