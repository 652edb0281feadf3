import { median } from '../../stats/median.ts'

const LARGEST_LEFT_OUT = 2
/** Found by simulation for 12 to 40 values: without the two largest, normal noise looks smaller by this over their number. */
const TRIM_CORRECTION = 4
const LARGEST_CORRELATION = 0.6

/**
 * Standard deviation that means of neighbours show, from first differences (von Neumann 1941), which a trend hardly
 * touches; the two largest are left out, since a step makes one and a stall two, and what that takes from normal noise
 * is made good. Noise whose neighbours are alike (AR(1), by the autocorrelation of its differences) averages out more
 * slowly, which widens the answer up to what a correlation of 0.6 does. 0 for a constant series.
 */
export function noiseOf(values: readonly number[]): number {
  const differences = values.slice(1).map((value, i) => value - (values[i] ?? value))
  const typical = median(differences) ?? 0
  const sizes = differences.map((difference) => Math.abs(difference - typical)).sort((a, b) => b - a)
  const largest = sizes[LARGEST_LEFT_OUT - 1] ?? 0
  const kept = differences.map((difference) => {
    const own = difference - typical
    return Math.abs(own) >= largest ? 0 : own
  })
  const variance = sumOfProducts(kept, kept) / (kept.length - LARGEST_LEFT_OUT)
  if (variance === 0) return 0
  const lag1 = sumOfProducts(kept, kept.slice(1)) / sumOfProducts(kept, kept)
  const rho = Math.min(Math.max(0, 1 + 2 * lag1), LARGEST_CORRELATION)
  const correction = 1 + TRIM_CORRECTION / (kept.length - LARGEST_LEFT_OUT)
  return (correction * Math.sqrt((variance / 2) * (1 + rho))) / (1 - rho)
}

function sumOfProducts(a: readonly number[], b: readonly number[]): number {
  return b.reduce((sum, value, i) => sum + value * (a[i] ?? 0), 0)
}
