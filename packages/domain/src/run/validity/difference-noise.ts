import { median } from '../../stats/median.ts'

const MAX_LEFT_OUT = 2
/**
 * Correction for leaving out the two largest differences, divided by their number; from simulation with 12 to 40
 * values.
 */
const TRIM_CORRECTION = 4
const MAX_CORRELATION = 0.6

/**
 * Standard deviation of noise, estimated from first differences (von Neumann 1941), on which a trend has little effect.
 * The two largest differences are left out, because a step causes one and a stall two, and the estimate is corrected
 * for that. Correlated noise (AR(1), by the autocorrelation of its differences) averages out more slowly, so the
 * estimate is widened, for a correlation of at most 0.6. 0 for a constant series.
 */
export function differenceNoise(values: readonly number[]): number {
  const differences = values.slice(1).map((value, i) => value - (values[i] ?? value))
  const typical = median(differences) ?? 0
  const sizes = differences.map((difference) => Math.abs(difference - typical)).sort((a, b) => b - a)
  const largest = sizes[MAX_LEFT_OUT - 1] ?? 0
  const remaining = differences.map((difference) => {
    const own = difference - typical
    return Math.abs(own) >= largest ? 0 : own
  })
  const variance = sumOfProducts(remaining, remaining) / (remaining.length - MAX_LEFT_OUT)
  if (variance === 0) return 0
  const lag1 = sumOfProducts(remaining, remaining.slice(1)) / sumOfProducts(remaining, remaining)
  const rho = Math.min(Math.max(0, 1 + 2 * lag1), MAX_CORRELATION)
  const correction = 1 + TRIM_CORRECTION / (remaining.length - MAX_LEFT_OUT)
  return (correction * Math.sqrt((variance / 2) * (1 + rho))) / (1 - rho)
}

function sumOfProducts(a: readonly number[], b: readonly number[]): number {
  return b.reduce((sum, value, i) => sum + value * (a[i] ?? 0), 0)
}
