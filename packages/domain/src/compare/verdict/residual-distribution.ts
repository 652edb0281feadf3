import type { NoiseShape } from './noise-shape.ts'
import { risingProbabilities, runDistribution } from './shape-distribution.ts'

/**
 * Distribution of a residual of releases (release-residuals.ts) if nothing changed, in units of the sd of the core of
 * the noise: P(|residual| > distance) of residuals that are not 0. With values of density f and distribution F it is
 * 3/2 times the integral of f(y) (F(y - d)^2 + (1 - F(y + d))^2), because the value is between the other two with a
 * probability of 1/3.
 */
export function residualExceeds(shape: NoiseShape): (distance: number) => number {
  const one = runDistribution(shape)
  return (distance) => {
    let sum = 0
    const [below, above] = [risingProbabilities(one), risingProbabilities(one)]
    for (let at = 1; at < one.edges.length; at += 1) {
      const mass = (one.below[at] ?? 0) - (one.below[at - 1] ?? 0)
      if (mass < 1e-12) continue
      const middle = ((one.edges[at] ?? 0) + (one.edges[at - 1] ?? 0)) / 2
      sum += mass * (below(middle - distance) ** 2 + (1 - above(middle + distance)) ** 2)
    }
    return Math.min(1, 1.5 * sum)
  }
}
