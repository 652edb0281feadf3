import { median } from '../../stats/median.ts'
import type { ReleaseSteps } from './pair-steps.ts'
import { GRID, NO_STEP } from './step-grid.ts'

/** Minimum tests of a release that show if tests shift together. */
const MIN_TESTS = 4
/** Minimum steps, because fewer may be mostly steps to major versions, which change all tests at once. */
const MIN_RELEASES = 5
/** Median of the square of a standard normal value. */
const MEDIAN_SQUARE = 0.4549
/** Variance of the median of many normal values, times their number. */
const VARIANCE_OF_MEDIAN = Math.PI / 2
/** Degrees of freedom of a median of distances, relative to a standard deviation of as many normal values. */
const EFFICIENCY = 0.37

type ScaleAt = (line: { test: string; clients: string; metric: string }) => { sd: number } | null

/**
 * Maximum degrees of freedom of steps between releases, because all tests of a run may shift together: the random
 * effect of a run as in run-effect.ts. The correlation r comes from the median over releases of the squared median step
 * of their tests, which neither outliers nor a few releases with changes in all tests affect.
 *
 * @returns limits by metric, without metrics that have too few releases or tests.
 */
export function degreesOfReleases(releases: readonly ReleaseSteps[], scaleAt: ScaleAt): Map<string, number> {
  const middles = new Map<string, { middle: number; tests: number }[]>()
  for (const { metrics, lines } of releases) {
    for (const [at, metric] of metrics.entries()) {
      const steps = lines.flatMap(([test, clients, sizes, falls]) => {
        const [size = null, sd = null] = [sizes[at], scaleAt({ test, clients, metric })?.sd]
        if (size === null || sd === null) return []
        return size === NO_STEP ? 0 : (Math.exp(size * GRID) * (falls[at] === 1 ? -1 : 1)) / (sd * Math.SQRT2)
      })
      if (steps.length < MIN_TESTS) continue
      const known = middles.get(metric) ?? []
      middles.set(metric, known)
      known.push({ middle: median(steps) ?? 0, tests: steps.length })
    }
  }
  return new Map([...middles].flatMap(([metric, all]) => (all.length < MIN_RELEASES ? [] : [[metric, degreesOf(all)]])))
}

function degreesOf(releases: readonly { middle: number; tests: number }[]): number {
  const tests = releases.reduce((sum, one) => sum + one.tests, 0) / releases.length
  const shared = (median(releases.map(({ middle }) => middle ** 2)) ?? 0) / MEDIAN_SQUARE
  const own = VARIANCE_OF_MEDIAN / tests
  const r = Math.min(1, Math.max(0, (shared - own) / (1 - own)))
  const degrees = (EFFICIENCY * releases.length) / (r ** 2 + (1 - r ** 2) / tests)
  // Rounded, so that one more release rarely changes all verdicts.
  return Math.max(1, Number(degrees.toPrecision(2)))
}
