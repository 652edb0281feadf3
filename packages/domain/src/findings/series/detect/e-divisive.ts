import { momentsOf } from '../../../stats/moments.ts'
import { tTwoSidedP } from '../../../stats/student-t.ts'
import { energySplit, pairDistances, type Split } from './energy-split.ts'
import { MIN_SEGMENT } from './min-segment.ts'

type EDivisiveOptions = {
  /** Points in a window; windows overlap by half. */
  window: number
  /** Maximum p of a two-sided t test for a change. */
  p: number
  /** Minimum share by which one level must be above the other. */
  minChange: number
  minSegment: number
  /** Divisor of the variances: n - 1, as the t test requires, or n, as apache-otava uses. */
  divisor: 'n - 1' | 'n'
}

const E_DIVISIVE: EDivisiveOptions = {
  window: 50,
  p: 0.001,
  minChange: 0.05,
  minSegment: MIN_SEGMENT,
  divisor: 'n - 1',
}

/** Options that reproduce apache-otava 0.8 number for number; see bench/change-point-accuracy.md. */
export const AS_OTAVA = { minSegment: 1, divisor: 'n', minChange: 0 } as const satisfies Partial<EDivisiveOptions>

/**
 * Factor by which the first pass relaxes the threshold, because candidates become stronger when neighbors are removed.
 */
const FIRST_PASS = 10

/**
 * E-divisive means with a t test instead of permutations, which makes it deterministic: "Hunter: Using Change Point
 * Detection to Hunt for Performance Regressions" (https://doi.org/10.1145/3578244.3583719).
 *
 * @param values in order, finite, without gaps.
 * @returns index of the first point of each new level, ascending.
 */
export function findEDivisive(values: readonly number[], options: Partial<EDivisiveOptions> = {}): number[] {
  const chosen = { ...E_DIVISIVE, ...options }
  return removeWeak(values, candidates(values, chosen), chosen)
}

function candidates(values: readonly number[], options: EDivisiveOptions): number[] {
  const found = new Set<number>()
  const step = Math.floor(options.window / 2)
  let start = 0
  while (start < values.length) {
    const cuts = divide(values.slice(start, start + options.window), options).map((cut) => cut + start)
    for (const cut of cuts) found.add(cut)
    start = Math.max(cuts.at(-1) ?? 0, start + step)
  }
  return farApart(
    [...found].sort((a, b) => a - b),
    values.length,
    options.minSegment,
  )
}

/** Removes duplicates: overlapping windows may find one change twice, a point or two apart. */
function farApart(cuts: readonly number[], count: number, shortest: number): number[] {
  const remaining: number[] = []
  for (const cut of cuts) if (cut - (remaining.at(-1) ?? 0) >= shortest && count - cut >= shortest) remaining.push(cut)
  return remaining
}

/** Splits at the largest energy, then splits the parts, until the largest energy is no longer significant. */
function divide(values: readonly number[], options: EDivisiveOptions): number[] {
  const distances = pairDistances(values)
  const split = (start: number, end: number) => ({
    start,
    end,
    best: energySplit(distances, start, end, options.minSegment),
  })
  let parts = [split(0, values.length)]
  for (;;) {
    let top: { start: number; end: number; best: Split } | null = null
    for (const { start, end, best } of parts)
      if (best !== null && (top === null || best.energy > top.best.energy)) top = { start, end, best }
    if (top === null) break
    const { start, end, best } = top
    const p = studentTest(values.slice(start, best.at), values.slice(best.at, end), options.divisor).p
    if (!(p <= Math.min(0.5, options.p * FIRST_PASS))) break
    parts = parts.flatMap((part) => (part.start === start ? [split(start, best.at), split(best.at, end)] : [part]))
  }
  return parts.map(({ start }) => start).filter((start) => start > 0)
}

/** Removes the least significant change, or else the smallest, and tests its neighbors again, until all pass. */
function removeWeak(values: readonly number[], found: readonly number[], options: EDivisiveOptions): number[] {
  let cuts = [...found]
  while (cuts.length > 0) {
    const tests = cuts.map((cut, i) =>
      studentTest(
        values.slice(cuts[i - 1] ?? 0, cut),
        values.slice(cut, cuts[i + 1] ?? values.length),
        options.divisor,
      ),
    )
    const leastSure = indexOfLeast(tests.map(({ p }) => -p))
    const smallest = indexOfLeast(tests.map(({ change }) => change))
    if (!((tests[leastSure]?.p ?? 1) < options.p)) cuts = cuts.toSpliced(leastSure, 1)
    else if (!((tests[smallest]?.change ?? 0) > options.minChange)) cuts = cuts.toSpliced(smallest, 1)
    else break
  }
  return cuts
}

const indexOfLeast = (numbers: readonly number[]) =>
  numbers.reduce((min, number, i) => (number < (numbers[min] ?? 0) ? i : min), 0)

/** Student's t test with pooled variance, and the share by which the larger mean is above the smaller. */
function studentTest(left: readonly number[], right: readonly number[], divisor: EDivisiveOptions['divisor']) {
  const [a, b] = [momentsOf(left), momentsOf(right)]
  const degrees = a.count + b.count - 2
  const change = Math.max(Math.abs(b.mean / a.mean - 1), Math.abs(a.mean / b.mean - 1))
  if (degrees <= 0) return { p: 1, change }
  // With divisor n each variance is too small by (n - 1) / n, and that of a single point is 0.
  const share = (count: number) => (divisor === 'n' ? (count - 1) / count : 1)
  const pooled = (a.squares * share(a.count) + b.squares * share(b.count)) / degrees
  const t = (a.mean - b.mean) / Math.sqrt(pooled * (1 / a.count + 1 / b.count))
  return { p: Number.isNaN(t) ? 1 : tTwoSidedP(t, degrees), change }
}
