/// <reference path="./jstat.d.ts" />
import jStat from 'jstat'

/** Quantile of the standard normal distribution: the x with P(X <= x) = p, for p above 0 and below 1. */
export const normalQuantile = (p: number): number => jStat.normal.inv(p, 0, 1)

/** P(Z > z) of the standard normal distribution, with a relative error below 1e-6 in both tails (W. J. Cody's erfc by series). */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z)
  const x = z / Math.SQRT2
  const t = 1 / (1 + x / 2)
  // Chebyshev fit of Press et al., "Numerical recipes in C", section 6.2: relative error below 1.2e-7 everywhere.
  const series =
    -1.26551223 +
    t *
      (1.00002368 +
        t *
          (0.37409196 +
            t *
              (0.09678418 +
                t *
                  (-0.18628806 +
                    t * (0.27886807 + t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))))
  return (t * Math.exp(-x * x + series)) / 2
}
