/** From this argument on six terms of Stirling's series are exact to the last digits of a double. */
const MIN_STIRLING = 12

/**
 * ln Γ(x) by Stirling's series (Abramowitz and Stegun 6.1.41); smaller arguments are moved up by Γ(x + 1) = x Γ(x).
 *
 * @param x above 0.
 */
export function logGamma(x: number): number {
  let factor = 1
  let z = x
  for (; z < MIN_STIRLING; z += 1) factor *= z
  const inverse = 1 / z ** 2
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse * (1 / 1188))))) / z
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series - Math.log(factor)
}

/** ln of the binomial coefficient "n choose k", for 0 <= k <= n. It does not overflow, unlike the coefficient itself. */
export const logChoose = (n: number, k: number): number => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)
