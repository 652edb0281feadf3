import { sortNumbers } from './sort-numbers.ts'

/**
 * Maximum number of values, both samples together, for the exact distribution; above it the exact one is not worth its
 * cost.
 */
const MAX_EXACT_VALUES = 60

/**
 * Two-sided p of the rank test of Mann and Whitney 1947 (Wilcoxon's rank sum): whether values of one sample tend to be
 * larger. Exact over all ways to divide the ranks, ties included (each takes the mean of its ranks), up to 60 values;
 * beyond that by the normal approximation with the correction for ties.
 *
 * @param a at least one value, finite; likewise `b`.
 */
export function mannWhitneyP(a: readonly number[], b: readonly number[]): number {
  const { ranks, observed } = doubledRanks(a, b)
  // Expected value of the doubled rank sum when every division is equally likely.
  const expected = a.length * (a.length + b.length + 1)
  const distance = Math.abs(observed - expected)
  return ranks.length <= MAX_EXACT_VALUES
    ? exactP(ranks, a.length, { expected, distance })
    : normalP(ranks, a.length, { expected, distance })
}

type Deviation = { expected: number; distance: number }

function exactP(ranks: readonly number[], size: number, { expected, distance }: Deviation): number {
  const counts = countsOf(ranks, size)
  const asFar = counts.reduce((all, count, s) => (Math.abs(s - expected) >= distance ? all + count : all), 0)
  return asFar / sum(counts)
}

/** Without ties the counts depend on the numbers of values only, which most cells of a comparison share. */
const withoutTies = new Map<string, Float64Array>()
const MAX_KNOWN = 200

function countsOf(ranks: readonly number[], size: number): Float64Array {
  if (new Set(ranks).size < ranks.length) return countSums(ranks, size)
  const key = `${size} ${ranks.length}`
  const found = withoutTies.get(key)
  if (found !== undefined) return found
  const made = countSums(ranks, size)
  if (withoutTies.size >= MAX_KNOWN) withoutTies.clear()
  withoutTies.set(key, made)
  return made
}

/** Counts, by dynamic programming, in how many ways `size` of the ranks make each sum. */
function countSums(ranks: readonly number[], size: number): Float64Array {
  const total = sum(ranks)
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(total + 1))
  // The empty selection is one way. noUncheckedIndexedAccess cannot know that row 0 exists.
  ways[0]?.fill(1, 0, 1)
  for (const rank of ranks) {
    for (let taken = size; taken >= 1; taken -= 1) {
      const [into, from] = [ways[taken], ways[taken - 1]]
      if (into === undefined || from === undefined) continue
      for (let s = total; s >= rank; s -= 1) into[s] = (into[s] ?? 0) + (from[s - rank] ?? 0)
    }
  }
  return ways[size] ?? new Float64Array()
}

function normalP(ranks: readonly number[], size: number, { expected, distance }: Deviation): number {
  const n = ranks.length
  const mean = expected / size
  const variance = (size * (n - size) * sum(ranks.map((rank) => (rank - mean) ** 2))) / (n * (n - 1))
  if (variance === 0) return 1
  // Continuity correction: adjacent doubled ranks differ by 2, so half a step is 1.
  return Math.min(1, 2 * normalTail(Math.max(0, distance - 1) / Math.sqrt(variance)))
}

/** P(Z > z) for z >= 0, by Abramowitz and Stegun 26.2.17: off by less than 7.5e-8. */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (polynomial * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
}

/**
 * Ranks of all values from 1, times two so that the mean rank of a tie is a whole number, smallest first; `observed` is
 * the sum of those of `a`.
 */
function doubledRanks(a: readonly number[], b: readonly number[]): { ranks: number[]; observed: number } {
  const [sorted, own] = [sortNumbers([...a, ...b]), sortNumbers(a)]
  const ranks: number[] = []
  let [observed, counted] = [0, 0]
  for (let first = 0; first < sorted.length; first = ranks.length) {
    let end = first + 1
    while (end < sorted.length && sorted[end] === sorted[first]) end += 1
    const rank = first + 1 + end
    while (ranks.length < end) ranks.push(rank)
    for (; counted < own.length && own[counted] === sorted[first]; counted += 1) observed += rank
  }
  return { ranks, observed }
}

const sum = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}
