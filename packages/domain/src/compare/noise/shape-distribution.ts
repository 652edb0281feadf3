import { normalTail } from '../../stats/normal.ts'
import type { NoiseShape } from './noise-shape.ts'

/**
 * A distribution by its exact probabilities up to the edges of cells, in units of the sd of the core of the noise.
 * Values are uniform within a cell. `below[0]` is the probability of values below the first edge.
 */
export type Distribution = { edges: Float64Array; below: Float64Array }

/** Distance from the center at which the core ends. */
const CORE = 8
/** Width of the cells of the core, which also contain the medians of many values. */
const CORE_STEP = 0.1
/**
 * Width of cells of outliers as a share of their width; FARTHER is the factor from each cell to the next beyond them.
 */
const OUTLIER_STEP = 1 / 30
const FARTHER = 1.07
/** Outliers farther than this many times their width are neglected (exponential: less than 1e-6). */
const REACH = { spread: 14, band: 1.5 }
/** Outliers of a band are between these multiples of its width. */
const BAND = { from: 0.7, to: 1.4 }
/**
 * Tables of unseen outliers end at this multiple of the farthest observed distance: 1e-9 of these outliers are beyond.
 */
const FARTHEST = 1_000

/** P(value <= x) for one run. */
export function cumulative({ kind, share, width, unseen, reach }: NoiseShape, x: number): number {
  const outlier = kind === 'spread' ? Math.exp(Math.min(0, x / width)) : beyondBand(-x / width)
  const farther = reach === undefined || -x <= reach ? 1 : (reach / -x) ** 3
  return unseen * farther + (1 - unseen) * ((1 - share) * (1 - normalTail(x)) + share * outlier)
}

const beyondBand = (distance: number) => Math.min(1, Math.max(0, (BAND.to - distance) / (BAND.to - BAND.from)))

/** The distribution of one run. */
export function runDistribution(shape: NoiseShape): Distribution {
  const edges = edgesOf(shape)
  const below = edges.map((x) => cumulative(shape, x))
  below[below.length - 1] = 1
  return { edges, below }
}

/**
 * Edges of narrow cells in the core, wider ones at outliers, and increasing ones up to the distance of unseen outliers.
 */
function edgesOf({ kind, share, width, unseen, reach }: NoiseShape): Float64Array {
  const edges = Array.from({ length: (2 * CORE) / CORE_STEP + 1 }, (_, at) => CORE - at * CORE_STEP)
  const outliers = share === 0 ? 0 : REACH[kind] * width
  const end = unseen === 0 || reach === undefined ? outliers : Math.max(outliers, FARTHEST * reach)
  let [distance, step] = [CORE, Math.max(CORE_STEP, width * OUTLIER_STEP)]
  while (distance < end) {
    // Cells of a band stay narrow up to its end.
    if (distance > (kind === 'band' && share > 0 ? outliers : CORE)) step *= FARTHER
    distance += step
    edges.push(-distance)
  }
  return Float64Array.from(edges.reverse())
}

/** The order statistic of a rank, from 1 for the smallest, of some values of a distribution. */
export const orderStatistic = ({ edges, below }: Distribution, count: number, rank: number): Distribution => ({
  edges,
  below: below.map((p) => atLeast(count, rank, p)),
})

/**
 * The mean of the two middle values of an even number 2m of values, by its integral (Desu and Rodine 1969, "Estimation
 * of the population median"): P(mean <= t) = 2 / B(m, m) times the integral to t of F^(m-1) ((1 - F)^m - (1 - F(2t -
 * x))^m) dF.
 */
export function middleOfTwo(one: Distribution, count: number): Distribution {
  const { edges, below } = one
  const m = count / 2
  const starts = Float64Array.from(below, (p) => p ** m / m)
  const above = Float64Array.from(below, (p, at) => (1 - (p + (below[at - 1] ?? 0)) / 2) ** m)
  const scale = 2 * m * choose(2 * m - 1, m)
  const found = edges.map((t, end) => {
    let sum = 0
    let mirrored = edges.length - 1
    for (let at = 0; at <= end; at += 1) {
      const mass = (starts[at] ?? 0) - (starts[at - 1] ?? 0)
      if (mass < 1e-14) continue
      const x = at === 0 ? (edges[0] ?? 0) : ((edges[at - 1] ?? 0) + (edges[at] ?? 0)) / 2
      mirrored = cellOf(edges, 2 * t - x, mirrored)
      sum += mass * ((above[at] ?? 0) - (1 - interpolated(one, 2 * t - x, mirrored)) ** m)
    }
    return Math.min(1, scale * sum)
  })
  found[found.length - 1] = 1
  return { edges, below: found }
}

/** A normal distribution around 0, on the edges of another one. */
export function normalOn({ edges }: Distribution, sd: number): Distribution {
  return { edges, below: edges.map((x) => 1 - normalTail(x / sd)) }
}

/** The conditional distribution, given an event with these probabilities by value. */
export function weighted({ edges, below }: Distribution, weightAt: (value: number) => number): Distribution {
  let sum = 0
  const found = edges.map((edge, at) => {
    const from = at === 0 ? edge : (edges[at - 1] ?? 0)
    sum += ((below[at] ?? 0) - (at === 0 ? 0 : (below[at - 1] ?? 0))) * weightAt((from + edge) / 2)
    return sum
  })
  return { edges, below: found.map((p) => p / sum) }
}

/** P(value <= x). */
export function probabilityBelow(one: Distribution, x: number): number {
  let [low, high] = [-1, one.edges.length]
  while (high - low > 1) {
    const between = (low + high) >> 1
    if ((one.edges[between] ?? 0) <= x) low = between
    else high = between
  }
  return interpolated(one, x, low)
}

/** P(a - b > distance) for independent values a and b. Both are traversed together, in one pass. */
export function exceedsBy(a: Distribution, b: Distribution, distance: number): number {
  let [sum, cell] = [0, b.edges.length - 1]
  for (let at = a.edges.length - 1; at > 0; at -= 1) {
    const mass = (a.below[at] ?? 0) - (a.below[at - 1] ?? 0)
    if (mass === 0) continue
    const x = ((a.edges[at] ?? 0) + (a.edges[at - 1] ?? 0)) / 2 - distance
    cell = cellOf(b.edges, x, cell)
    sum += mass * interpolated(b, x, cell)
  }
  return sum
}

/** Index of the highest edge up to a given one that is not above x; -1 if there is none. */
function cellOf(edges: Float64Array, x: number, from: number): number {
  let at = from
  while (at >= 0 && (edges[at] ?? 0) > x) at -= 1
  return at
}

/** P(value <= x), given the index of the highest edge that is not above x; -1 if there is none. */
export function interpolated({ edges, below }: Distribution, x: number, cell: number): number {
  if (cell < 0) return below[0] ?? 0
  const [low, high] = [edges[cell] ?? 0, edges[cell + 1]]
  if (high === undefined) return below[cell] ?? 1
  const from = below[cell] ?? 0
  return from + (((below[cell + 1] ?? 1) - from) * (x - low)) / (high - low)
}

/** P(Binomial(n, p) >= k), for the few repeats that a median is exact for. */
function atLeast(n: number, k: number, p: number): number {
  let sum = 0
  for (let i = k; i <= n; i += 1) sum += choose(n, i) * p ** i * (1 - p) ** (n - i)
  return sum
}

function choose(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i
  return ways
}
