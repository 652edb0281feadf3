import { nullDistribution } from './null-distribution.ts'
import { GRID, NO_STEP } from './step-grid.ts'

/**
 * Shape of the noise of one run, in units of the standard deviation of its core: with probability 1 - share the value is
 * normal, and with probability share it is an outlier (Tukey 1960, "A survey of sampling from contaminated
 * distributions"). Outliers are slow runs, all on one side, which is the worst case for a median. `spread`: their
 * distance is exponential with mean `width`; `band`: it is uniform from 0.7 to 1.4 times `width`, as where a machine has
 * a second regime. A share of 0 is normal noise.
 *
 * `unseen` is the probability of an outlier farther away than any that was seen. After N differences between two runs it
 * is 1 / (2N + 2), as conformal prediction has it (Vovk, Gammerman and Shafer 2005): a few differences never make a
 * distance impossible.
 */
export type NoiseShape = { kind: 'spread' | 'band'; share: number; width: number; unseen: number }

export const NORMAL_SHAPE: NoiseShape = { kind: 'spread', share: 0, width: 1, unseen: 0 }

const SHARES = [0.02, 0.05, 0.1, 0.2, 0.35]
const SPREADS = [2, 4, 8, 16]
const BANDS = [4, 5.6, 8, 11, 16, 22, 32]
const SHAPES: readonly NoiseShape[] = SHARES.flatMap((share) => [
  ...SPREADS.map((width): NoiseShape => ({ kind: 'spread', share, width, unseen: 0 })),
  ...BANDS.map((width): NoiseShape => ({ kind: 'band', share, width, unseen: 0 })),
])

/** Fewer differences between runs say nothing of tails. */
const MIN_DIFFERENCES = 30
/**
 * Fourth moment over the squared variance from which outliers are sought; it is 3 for normal noise. Below it large
 * differences are as common as small ones, as between two regimes, and a median would jump between them.
 */
const MIN_KURTOSIS = 4
/** Gain in ln(likelihood) that two more parameters must bring: a likelihood ratio test at p = 0.05 (Wilks 1938). */
const MIN_GAIN = 3
/** Scales that are tried around the one that differences were divided by, as steps of the grid of sizes. */
const SCALES = Array.from({ length: 25 }, (_, at) => 2 * at - 36)

/** Differences between two runs over their scale, as ln|difference| / GRID rounded, with the count of each. */
export type SizeCounts = Iterable<readonly [size: number, count: number]>

/**
 * The shape of noise that makes some differences between two runs of the same thing most likely, by maximum likelihood
 * over a grid of shapes and scales. Normal noise is kept unless another shape is clearly likelier.
 *
 * @returns the shape, and the factor from the scale that the differences were divided by to the sd of the core.
 */
export function fitShape(sizes: SizeCounts): { shape: NoiseShape; factor: number } {
  const counts = [...sizes].filter(([size]) => size !== NO_STEP)
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  if (total < MIN_DIFFERENCES || kurtosis(counts) < MIN_KURTOSIS) return { shape: NORMAL_SHAPE, factor: 1 }
  let best = { shape: NORMAL_SHAPE, ...bestScale(NORMAL_SHAPE, counts) }
  best = { ...best, likelihood: best.likelihood + MIN_GAIN }
  const tryShape = (shape: NoiseShape) => {
    const found = { shape, ...bestScale(shape, counts) }
    if (found.likelihood > best.likelihood) best = found
  }
  SHAPES.forEach(tryShape)
  for (const finer of [Math.SQRT1_2, Math.SQRT2]) tryShape({ ...best.shape, share: best.shape.share * finer })
  if (best.shape.share === 0) return { shape: NORMAL_SHAPE, factor: 1 }
  // A power of two, so that one more difference rarely changes it.
  const unseen = 2 ** -Math.floor(Math.log2(2 * total + 2))
  return { shape: { ...best.shape, unseen }, factor: Math.exp(best.scale * GRID) }
}

function kurtosis(counts: readonly (readonly [number, number])[]): number {
  let [total, squares, fourths] = [0, 0, 0]
  for (const [size, count] of counts) {
    const square = Math.exp(2 * size * GRID)
    total += count
    squares += count * square
    fourths += count * square ** 2
  }
  return (fourths * total) / squares ** 2
}

function bestScale(shape: NoiseShape, counts: readonly (readonly [number, number])[]) {
  const logs = logProbabilities(shape)
  let best = { scale: 0, likelihood: Number.NEGATIVE_INFINITY }
  for (const scale of SCALES) {
    let likelihood = 0
    for (const [size, count] of counts) likelihood += count * logs(size - scale)
    if (likelihood > best.likelihood) best = { scale, likelihood }
  }
  return best
}

const known = new Map<string, (size: number) => number>()
const [SMALLEST, LARGEST] = [-200, 200]

/** ln of the probability of a difference of one size on the grid. */
function logProbabilities(shape: NoiseShape): (size: number) => number {
  const key = `${shape.kind} ${shape.share} ${shape.width}`
  const found = known.get(key)
  if (found !== undefined) return found
  const { exceeds } = nullDistribution(shape, 1, 1)
  const logs = Array.from({ length: LARGEST - SMALLEST + 1 }, (_, at) => {
    const size = at + SMALLEST
    return Math.log(Math.max(1e-12, exceeds(Math.exp((size - 0.5) * GRID)) - exceeds(Math.exp((size + 0.5) * GRID))))
  })
  const made = (size: number) => logs[Math.min(LARGEST, Math.max(SMALLEST, size)) - SMALLEST] ?? -30
  known.set(key, made)
  return made
}
