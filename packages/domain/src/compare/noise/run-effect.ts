import type { NoiseFloors } from './noise-floor.ts'
import type { RepeatGroup } from './noise-levels.ts'

/** Minimum tests that two runs must share to show if tests shift together. */
const MIN_TESTS = 4

/**
 * Maximum degrees of freedom of a variance pooled over tests, because all tests of a run may share a shift: a random
 * effect of the run. r is the share of the variance that tests have in common (the intraclass correlation), by the
 * method of moments from the mean difference between two runs over their tests (Searle, Casella and McCulloch 1992,
 * "Variance components", chapter 3). Squares of two tests then correlate by r^2, so J pairs of runs with T tests have J
 * / (r^2 + (1 - r^2) / T) degrees of freedom.
 *
 * @param groups repeats on one machine of one benchmark and metric.
 * @returns Infinity if no two runs share enough tests.
 */
export function degreesOfRuns(groups: readonly RepeatGroup[], floors: NoiseFloors): number {
  const pairs = new Map<string, { sum: number; count: number }>()
  for (const group of groups) {
    const { logs = [], runs = [] } = group
    const sd = floors.at(group)?.sd
    if (sd === undefined) continue
    for (let at = 1; at < logs.length; at += 1) {
      const key = `${runs[at - 1]} ${runs[at]}`
      const pair = pairs.get(key) ?? { sum: 0, count: 0 }
      pair.sum += ((logs[at] ?? 0) - (logs[at - 1] ?? 0)) / sd
      pair.count += 1
      pairs.set(key, pair)
    }
  }
  const shared = [...pairs.values()].filter(({ count }) => count >= MIN_TESTS)
  if (shared.length === 0) return Number.POSITIVE_INFINITY
  const tests = shared.reduce((sum, { count }) => sum + count, 0) / shared.length
  // Divided by the variance of a difference, which is 2 in units of the variance of one run.
  const excess = shared.reduce((sum, pair) => sum + (pair.sum / pair.count) ** 2 / 2 - 1 / pair.count, 0)
  const r = Math.min(1, Math.max(0, excess / shared.length / (1 - 1 / tests)))
  return shared.length / (r ** 2 + (1 - r ** 2) / tests)
}
