import { normalQuantile, normalTail } from '../../stats/normal.ts'
import type { NoiseShape } from './noise-shape.ts'

/** Distribution of the difference of two medians when nothing changed, in units of the sd of the core of the noise. */
export type NullDistribution = {
  /** P(|difference| > distance). */
  exceeds(distance: number): number
  /** The distance that the difference exceeds, on either side, with this probability. */
  distanceOf(probability: number): number
}

/** From this many repeats on a median is normal for every purpose here: sd = 1 / (2 f(0) sqrt(n)), with density f. */
export const MANY = 25
/** Outliers farther than this many times their width are neglected (exponential: less than 1e-6). */
const REACH = { spread: 14, band: 1.5 }
/** Outliers of a band lie between these multiples of its width. */
const BAND = { from: 0.7, to: 1.4 }
export const CORE = 7

const known = new Map<string, NullDistribution>()
export const MAX_KNOWN = 500

/**
 * The exact null distribution of the difference of the medians of two samples of noise of a known shape. The median of an
 * odd number of values is their middle order statistic, that of an even number the mean of the middle two (David and
 * Nagaraja 2003, "Order statistics", sections 2.1 and 2.2). Densities are tabled on a uniform grid and convolved; tables
 * are kept, since a comparison has few numbers of repeats.
 */
export function nullDistribution(shape: NoiseShape, own: number, base: number): NullDistribution {
  const [small, large] = own < base ? [own, base] : [base, own]
  const key = `${keyOfShape(shape)} ${small} ${large}`
  const found = known.get(key)
  if (found !== undefined) return found
  const made = isNormal(shape) ? normalNull(small, large) : tabledNull(shape, small, large)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, made)
  return made
}

export const keyOfShape = ({ kind, share, width, unseen, reach }: NoiseShape): string =>
  `${kind} ${share} ${width} ${unseen} ${reach}`

/** True for noise without outliers, seen or unseen. */
export const isNormal = ({ share, unseen }: NoiseShape): boolean => share === 0 && unseen === 0

/** Normal noise is judged by means, whose difference is normal. */
const normalNull = (own: number, base: number): NullDistribution => normalWith(Math.sqrt(1 / own + 1 / base))

const normalWith = (sd: number): NullDistribution => ({
  exceeds: (distance) => Math.min(1, 2 * normalTail(distance / sd)),
  distanceOf: (probability) => (probability >= 1 ? 0 : -normalQuantile(probability / 2) * sd),
})

function tabledNull(shape: NoiseShape, own: number, base: number): NullDistribution {
  const [sdOwn, sdBase] = [sdOfMany(shape, own), sdOfMany(shape, base)]
  if (sdOwn !== null && sdBase !== null) return normalWith(Math.hypot(sdOwn, sdBase))
  const step = stepOf(shape)
  const [a, b] = [medianMass(shape, own, step), medianMass(shape, base, step)]
  return survivalTable(difference(a, b), step / 2, -lowestOf(shape) - CORE / 2, shape.reach !== undefined)
}

/** Width of the bins of tables, in units of the sd of the core. */
export const stepOf = ({ share, width }: NoiseShape): number => 0.1 + (share === 0 ? 0 : width / 60)

function sdOfMany({ kind, share, width }: NoiseShape, count: number): number | null {
  const density = (1 - share) / Math.sqrt(2 * Math.PI) + (kind === 'spread' ? share / (2 * width) : 0)
  return count < MANY ? null : 1 / (2 * density * Math.sqrt(count))
}

/** Probabilities at 0, +-1, +-2 … halves of a step around the middle; `half` is the index of 0. */
export type Mass = { half: number; at: Float64Array }

/** P(value <= x) at the edges of the bins of a table; the first and the last bin hold what lies beyond them. */
export function tabledCdf(shape: NoiseShape, step: number): { bins: number; cdf: Float64Array } {
  const bins = Math.ceil(-lowestOf(shape) / step)
  const cdf = Float64Array.from({ length: 2 * bins + 2 }, (_, i) =>
    i === 0 ? 0 : i === 2 * bins + 1 ? 1 : cumulative(shape, (i - bins - 0.5) * step),
  )
  return { bins, cdf }
}

/** Distribution of the order statistic of a rank, from 1 for the smallest of some values. */
export function orderMass(shape: NoiseShape, count: number, rank: number, step: number): Mass {
  const { bins, cdf } = tabledCdf(shape, step)
  const at = new Float64Array(4 * bins + 1)
  const below = Array.from(cdf, (p) => atLeast(count, rank, p))
  for (let i = 0; i <= 2 * bins; i += 1) at[2 * i] = (below[i + 1] ?? 1) - (below[i] ?? 0)
  return { half: 2 * bins, at }
}

function medianMass(shape: NoiseShape, count: number, step: number): Mass {
  if (count % 2 === 1 && count < MANY) return orderMass(shape, count, (count + 1) / 2, step)
  const { bins, cdf } = tabledCdf(shape, step)
  const half = 2 * bins
  const at = new Float64Array(4 * bins + 1)
  const many = sdOfMany(shape, count)
  if (many !== null) {
    const tail = (i: number) => 1 - normalTail(((i - bins - 0.5) * step) / many)
    for (let i = 0; i <= 2 * bins; i += 1) at[2 * i] = tail(i + 1) - tail(i)
  } else addMiddlePairs(at, cdf, count / 2)
  return { half, at }
}

/** Mean of the order statistics m and m + 1 of 2m values, by their joint density. */
function addMiddlePairs(at: Float64Array, cdf: Float64Array, m: number): void {
  const bins = cdf.length - 1
  // P(the m-th value is in bin i and the next in bin j > i) is proportional to (F_i^m - F_(i-1)^m) (G_j^m - G_(j+1)^m).
  const below = Float64Array.from({ length: bins }, (_, i) => (cdf[i + 1] ?? 1) ** m - (cdf[i] ?? 0) ** m)
  const above = Float64Array.from({ length: bins }, (_, i) => (1 - (cdf[i] ?? 0)) ** m - (1 - (cdf[i + 1] ?? 1)) ** m)
  const ways = choose(2 * m, m)
  let total = 0
  for (let i = 0; i < bins; i += 1) {
    const low = ways * (below[i] ?? 0)
    if (low < 1e-12) continue
    for (let j = i + 1; j < bins; j += 1) {
      const mass = low * (above[j] ?? 0)
      at[i + j] = (at[i + j] ?? 0) + mass
      total += mass
    }
  }
  // Both middle values lie in one bin with the rest of the probability.
  const inBin = Array.from({ length: bins }, (_, i) => (below[i] ?? 0) * (above[i] ?? 0))
  const sum = inBin.reduce((a, b) => a + b, 0)
  for (const [i, share] of inBin.entries()) at[2 * i] = (at[2 * i] ?? 0) + (Math.max(0, 1 - total) * share) / sum
}

/** Distribution of the difference of two independent values. */
export function difference(a: Mass, b: Mass): Mass {
  const at = new Float64Array(a.at.length + b.at.length - 1)
  const entries = [...b.at.entries()].filter(([, mass]) => mass > 1e-9)
  for (const [i, mass] of a.at.entries()) {
    if (mass < 1e-9) continue
    for (const [j, other] of entries) {
      const to = i - j + 2 * b.half
      at[to] = (at[to] ?? 0) + mass * other
    }
  }
  return { half: a.half + b.half, at }
}

/** @param end distance from which the table is not exact; farther on it falls as unseen outliers do, or not at all. */
export function survivalTable({ half, at }: Mass, step: number, end: number, falls: boolean): NullDistribution {
  // Odd numbers of repeats have mass at whole steps only, so each mass is spread over its neighbors.
  const massAt = (i: number) => ((at[half + i] ?? 0) * 2 + (at[half + i - 1] ?? 0) + (at[half + i + 1] ?? 0)) / 4
  // Either side may be the base, so both tails count. beyond[i] is the probability to exceed i - 1/2 steps, and
  // beyond[0] is everything, at a distance of 0.
  const beyond = new Float64Array(half + 3)
  for (let i = half + 1; i >= 0; i -= 1) beyond[i] = (beyond[i + 1] ?? 0) + massAt(i) + (i === 0 ? 0 : massAt(-i))
  const total = beyond[0] ?? 1
  const last = half + 2
  const valueAt = (i: number) => (beyond[Math.min(i, last)] ?? 0) / total
  const placeOf = (i: number) => (i === 0 ? 0 : i - 0.5)
  return {
    exceeds(distance) {
      const place = Math.min(distance, end) / step
      const i = Math.floor(place + 0.5)
      if (i >= last) return 0
      const [from, to] = [valueAt(i), valueAt(i + 1)]
      const found = from + ((to - from) * (place - placeOf(i))) / (placeOf(i + 1) - placeOf(i))
      return falls && distance > end ? found * farTail(end / distance) : found
    },
    distanceOf(probability) {
      let [low, high] = [0, last]
      while (high - low > 1) {
        const between = (low + high) >> 1
        if (valueAt(between) > probability) low = between
        else high = between
      }
      const [from, to] = [valueAt(low), valueAt(high)]
      const share = from > to ? (from - probability) / (from - to) : 0
      return (placeOf(low) + Math.min(1, Math.max(0, share)) * (placeOf(high) - placeOf(low))) * step
    },
  }
}

/**
 * The lowest value that tables have. With unseen outliers it is so low that the core is negligible from the end of a table on,
 * because the tail beyond is that of outliers.
 */
export const lowestOf = ({ kind, share, width, reach }: NoiseShape): number =>
  -Math.max(CORE + (share === 0 ? 0 : REACH[kind] * width), reach === undefined ? 0 : Math.max(2 * CORE, 2 * reach))

/** P(value <= x) for one run, in units of the sd of its core. */
export function cumulative({ kind, share, width, unseen, reach }: NoiseShape, x: number): number {
  const outlier = kind === 'spread' ? Math.exp(Math.min(0, x / width)) : beyondBand(-x / width)
  const farther = reach === undefined || -x <= reach ? 1 : farTail(reach / -x)
  return unseen * farther + (1 - unseen) * ((1 - share) * (1 - normalTail(x)) + share * outlier)
}

/** How many of the outliers beyond one distance are beyond another one, by the ratio of the distances. */
const farTail = (ratio: number) => ratio ** 3

const beyondBand = (distance: number) => Math.min(1, Math.max(0, (BAND.to - distance) / (BAND.to - BAND.from)))

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
