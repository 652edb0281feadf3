import { z } from 'zod'
import { bestScale, histogramOf } from './shape-likelihood.ts'
import { GRID, NO_STEP } from './step-grid.ts'

/**
 * Shape of the noise of one run, in units of the standard deviation of its core: with probability 1 - share the value
 * is normal, and with probability share it is an outlier (Tukey 1960, "A survey of sampling from contaminated
 * distributions"). Outliers are slow runs, all on one side, which is the worst case for a median. `spread`: their
 * distance is exponential with mean `width`; `band`: it is uniform from 0.7 to 1.4 times `width`, as on a machine with
 * a second regime. A share of 0 is normal noise.
 *
 * `unseen` is the probability of an outlier farther away than `reach`, the largest observed distance. After N distances
 * it is 1 / (2N + 2), as in conformal prediction (Vovk, Gammerman and Shafer 2005), and falls with the third power of
 * the distance: as slowly as the tail of Student's t with 3 degrees of freedom, so that a few distances never make a
 * larger one impossible. Without `reach` (in shapes that were stored before) it does not fall.
 */
export const NoiseShape = z.strictObject({
  kind: z.enum(['spread', 'band']),
  share: z.number(),
  width: z.number(),
  unseen: z.number(),
  reach: z.number().exactOptional(),
})
export type NoiseShape = z.infer<typeof NoiseShape>

export const NORMAL_SHAPE: NoiseShape = { kind: 'spread', share: 0, width: 1, unseen: 0 }

/** Normal noise with outliers at any distance that this number of distances has not shown. */
export const shapeOfFew = (distances: number): NoiseShape => ({ ...NORMAL_SHAPE, unseen: unseenAfter(distances) })

/** Rounded to the grid, so that one more distance rarely changes it. */
const unseenAfter = (distances: number) => Math.exp(-Math.floor(Math.log(2 * distances + 2) / GRID) * GRID)

const SHARES = [0.02, 0.05, 0.1, 0.2, 0.35]
const SPREADS = [2, 4, 8, 16]
const BANDS = [4, 5.6, 8, 11, 16, 22, 32]
const SHAPES: readonly NoiseShape[] = SHARES.flatMap((share) => [
  ...SPREADS.map((width): NoiseShape => ({ kind: 'spread', share, width, unseen: 0 })),
  ...BANDS.map((width): NoiseShape => ({ kind: 'band', share, width, unseen: 0 })),
])

/** Minimum differences between runs from which tails are estimated. */
export const MIN_DISTANCES = 30
/**
 * Minimum kurtosis (fourth moment / squared variance) of differences between repeats with outliers; that of normal
 * noise is 3. Below it large distances are as common as small ones, as between two regimes, and a median of repeats
 * would switch between them. Single values have no median, so for residuals of releases two regimes count as outliers
 * as well.
 */
const MIN_KURTOSIS = 4
/** Minimum gain in ln(likelihood) of two more parameters: a likelihood ratio test at p = 0.05 (Wilks 1938). */
const MIN_GAIN = 3
/** Distances divided by their scale, as rounded ln|distance| / GRID, with the count of each. */
export type SizeCounts = Iterable<readonly [size: number, count: number]>

/**
 * Differences between two repeats, those between repeats of one session, or residuals of releases that are not 0
 * (release-residuals.ts).
 */
export type DistanceKind = 'differences' | 'in-session' | 'residuals'

/**
 * A shape, and the factor from the scale that the distances were divided by to the sd of the core. `likelihood` is its
 * logarithm; that of the same distances with another scale can be compared with it.
 */
export type FittedShape = { shape: NoiseShape; factor: number; likelihood: number }

/**
 * Estimates the shape of noise from distances between runs, by maximum likelihood over a grid of shapes and scales.
 * The noise is normal unless another shape is clearly more likely.
 */
export function fitShape(sizes: SizeCounts, kind: DistanceKind = 'differences'): FittedShape {
  const counts = [...sizes].filter(([size]) => size !== NO_STEP)
  const total = distancesIn(counts)
  if (total < MIN_DISTANCES) return { shape: shapeOfFew(total), factor: 1, likelihood: 0 }
  const { shape, factor, likelihood } = likeliestShape(counts, kind)
  // Unseen outliers are ignored for repeats with normal noise: repeats are numerous, and are judged by their means.
  if (shape.share === 0 && kind !== 'residuals') return { shape, factor, likelihood }
  const reach = Math.exp(Math.max(...counts.map(([size]) => size)) * GRID) / factor
  return { shape: { ...shape, unseen: unseenAfter(total), reach }, factor, likelihood }
}

/** The number of distances that are not 0. */
export const distancesIn = (sizes: SizeCounts): number =>
  [...sizes].reduce((sum, [size, count]) => (size === NO_STEP ? sum : sum + count), 0)

export type Counts = readonly (readonly [size: number, count: number])[]

function likeliestShape(counts: Counts, kind: DistanceKind): FittedShape {
  const histogram = histogramOf(counts)
  const plain = bestScale(NORMAL_SHAPE, histogram, kind)
  // Repeats have a better scale already. The scale of steps between releases contains changes, of which residuals have
  // fewer, but always some, so it may become smaller but not larger. Both are estimates, so the mean of their
  // logarithms is used.
  const narrower = Math.min(1, Math.exp((plain.scale * GRID) / 2))
  const { likelihood } = plain
  const normal = { shape: NORMAL_SHAPE, factor: kind === 'residuals' ? narrower : 1, likelihood }
  if (kind === 'differences' && kurtosis(counts) < MIN_KURTOSIS) return normal
  let best = { shape: NORMAL_SHAPE, ...plain, likelihood: plain.likelihood + MIN_GAIN }
  const tryShape = (shape: NoiseShape) => {
    const found = { shape, ...bestScale(shape, histogram, kind, best.likelihood) }
    if (found.likelihood > best.likelihood) best = found
  }
  SHAPES.forEach(tryShape)
  for (const finer of [Math.SQRT1_2, Math.SQRT2]) tryShape({ ...best.shape, share: best.shape.share * finer })
  const { shape, scale } = best
  return shape.share === 0 ? normal : { shape, factor: Math.exp(scale * GRID), likelihood: best.likelihood }
}

function kurtosis(counts: Counts): number {
  let [total, squares, fourths] = [0, 0, 0]
  for (const [size, count] of counts) {
    const square = Math.exp(2 * size * GRID)
    total += count
    squares += count * square
    fourths += count * square ** 2
  }
  return (fourths * total) / squares ** 2
}
