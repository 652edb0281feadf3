import { logGamma } from './log-gamma.ts'

const PRECISION = 1e-16
/** Replaces a denominator of 0, as Lentz's method requires. */
const TINY = 1e-300

/**
 * Regularized incomplete beta function I_x(a, b), by its continued fraction (Abramowitz and Stegun 26.5.8) with the
 * method of Lentz, as in Numerical Recipes, section 6.4. For whole numbers it is P(Binomial(a + b - 1, x) >= a), which
 * is the chance that the a-th smallest of a + b - 1 uniform values is at most x.
 *
 * The fraction converges in about sqrt(max(a, b)) steps, so that sample sizes of a million are not a problem.
 *
 * @param x 0 to 1; outside, the nearer limit.
 * @param a above 0; likewise `b`.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b))
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b
}

function fraction(x: number, a: number, b: number): number {
  const maxSteps = 100 + 10 * Math.sqrt(Math.max(a, b))
  let numerator = 1
  let denominator = 1 / notZero(1 - ((a + b) * x) / (a + 1))
  let value = denominator
  for (let m = 1; m <= maxSteps; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    const before = value
    for (const step of [even, odd]) {
      denominator = 1 / notZero(1 + step * denominator)
      numerator = notZero(1 + step / numerator)
      value *= numerator * denominator
    }
    if (Math.abs(value / before - 1) < PRECISION) break
  }
  return value
}

const notZero = (value: number) => (Math.abs(value) < TINY ? TINY : value)
