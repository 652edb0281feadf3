import { median } from '../../stats/median.ts'
import { momentsOf } from '../../stats/moments.ts'
import { tQuantile, tTwoSidedP, varianceRatioP } from '../../stats/student-t.ts'
import type { Nearest } from '../noise/nearest-release.ts'
import { AGREES_WITHIN, type Agreement, agreementBound, agreementNull } from '../noise/neighbor-agreement.ts'
import { NORMAL_SHAPE, type NoiseShape } from '../noise/noise-shape.ts'
import { isNormal, type NullDistribution, nullDistribution, reachesOutliers } from './null-distribution.ts'
import { pairHalfWidth } from './pair-interval.ts'
import { distanceOfScore, normalScore } from './score.ts'
import { bestSeparation } from './separation.ts'
import { COVERAGE, type Interval, type Noise } from './verdict.ts'

/** One side of a ratio: ln of its repeats, and the estimates of their noise. */
export type Side = {
  logs: readonly number[]
  /** False for a mix, such as several configs, because the distance of its results is not noise. */
  areRepeats: boolean
  floor: Noise | null
  /** True for the median of the repeats of one measurement session, which has no neighboring release to agree with. */
  isSession?: boolean
  /** Noise of a single run from its interval samples, if there is no floor; a lower bound, so it gives no interval. */
  within: Noise | null
  /** Distance of ln(value) of a single run from that of the nearer neighboring release; null if unknown. */
  nearest?: Nearest | null
}

/** `interval` is null if sessions may be outliers and it is unknown whether these are. */
export type RatioInterval = { interval: Interval | null; p: number; noise: Noise }

/** Minimum repeats on each side for which their own spread is used too. */
const MIN_REPEATS_FOR_WELCH = 3

/**
 * Probability below which the spread of the repeats is more than the floor explains. If Welch's interval were used
 * wherever it is wider, it would be wider only because of its few degrees of freedom, and cover 98% instead of 95%.
 */
const NOISIER_THAN_FLOOR = 0.2

/**
 * 95% interval of the ratio of two geometric means, and the two-sided p of "no change", by t on logarithms.
 *
 * The noise is the floor. Both sides of one floor share its degrees of freedom; others are combined by Satterthwaite
 * 1946. From 3 + 3 repeats the interval is that of Welch 1947 if it is wider, because the cell is then noisier than its
 * floor. p stays that of the floor, because a few repeats of one cell have too few degrees of freedom among hundreds of
 * cells; a verdict needs both. Without a floor only Welch is used.
 *
 * @param offset ln of the factor of the ratio of values; 0 for a plain ratio.
 * @returns null if the noise of the values is unknown.
 */
export function ratioInterval(own: Side, base: Side, offset = 0): RatioInterval | null {
  const shape = wider(own.floor?.shape, base.floor?.shape)
  const withOutliers = shape === null ? null : outlierInterval(own, base, offset, shape)
  if (withOutliers !== null) return withOutliers
  const [a, b] = [momentsOf(own.logs), momentsOf(base.logs)]
  const center = a.mean - b.mean + offset
  const known = shape === null || isOfFewRepeats(own, base) ? fromNoise(own, base) : null
  const mayCompareSpread = own.areRepeats && base.areRepeats && Math.min(a.count, b.count) >= MIN_REPEATS_FOR_WELCH
  const welch = mayCompareSpread ? fromRepeats(a, b) : null
  const decides = known ?? welch
  if (decides === null) return null
  const isWelch = welch !== null && (known === null || isNoisier(welch.noise, known.noise, a.count + b.count - 2))
  const half = Math.max(halfWidth(known), isWelch ? halfWidth(welch) : 0)
  return {
    interval: { low: Math.exp(center - half), high: Math.exp(center + half) },
    p: tTwoSidedP(center / decides.error, decides.noise.degreesOfFreedom),
    noise: decides.noise,
  }
}

/**
 * The same if runs have outliers: the difference of medians, whose distribution is known exactly for the shape of the
 * noise (null-distribution.ts). The uncertainty of its scale is included as in Student's t, by normal scores of
 * distances (score.ts). Null if the noise is unknown, or known so poorly that outliers that were never seen may make up
 * half of what an interval leaves out.
 */
function outlierInterval(own: Side, base: Side, offset: number, shape: NoiseShape): RatioInterval | null {
  const known = fromNoise(own, base)
  if (known === null) return null
  const center = (median(own.logs) ?? 0) - (median(base.logs) ?? 0) + offset
  const { sd, degreesOfFreedom } = known.noise
  if (isTailUnknown(own, base)) return null
  const { spread, exceeds } = distributionsOf(own, base, shape)
  // Scores are those of a difference of means, in units of its standard error.
  const error = Math.sqrt(1 / own.logs.length + 1 / base.logs.length)
  const half = arePairs(own, base)
    ? sd * pairHalfWidth(shape, [gapOf(own, sd), gapOf(base, sd)], degreesOfFreedom)
    : sd * error * distanceOfScore(spread.distanceOf(1 - COVERAGE) / error, degreesOfFreedom)
  const p = pOfSides(
    own.logs.map((log) => log + offset),
    base.logs,
    { shape, exceeds },
    (distance) => error * normalScore(distance / sd / error, degreesOfFreedom),
  )
  const isOfOutliers =
    own.isSession === true && base.isSession === true && p > BEYOND_OUTLIERS && reachesOutliers(shape)
  return {
    interval: isOfOutliers ? null : { low: Math.exp(center - half), high: Math.exp(center + half) },
    p,
    noise: { ...known.noise, shape },
  }
}

/** p of differences that are larger than those of outliers. */
const BEYOND_OUTLIERS = 0.001

/** Two values have no robust median; with three or more a median is better than the pair. */
const arePairs = (own: Side, base: Side) =>
  own.areRepeats && base.areRepeats && Math.max(own.logs.length, base.logs.length) === 2

const TWO_WAYS = 1.5

/**
 * True for repeats on both sides whose noise is known only from few repeats. An outlier among them increases the
 * standard deviation as well, and Student's t with few degrees of freedom is wide.
 */
const isOfFewRepeats = (own: Side, base: Side) =>
  [own, base].every(({ logs, floor }) => logs.length > 1 && floor !== null && floor.source !== 'neighbours')

/** Maximum probability of an outlier that was never seen, at any distance, with which there is an interval. */
const MAX_NEVER_SEEN = (1 - COVERAGE) / 2

/**
 * True if a side has too few releases or repeats to show the distance of outliers, and too few values to ignore them. A
 * pair can ignore one outlier.
 */
const isTailUnknown = (own: Side, base: Side) =>
  [own.floor?.shape, base.floor?.shape].some((shape = NORMAL_SHAPE) => {
    const count = arePairs(own, base) && Math.min(own.logs.length, base.logs.length) === 2 ? 3 : 0
    const { exceeds } = nullDistribution(shape, count || own.logs.length, count || base.logs.length)
    return exceeds(Number.POSITIVE_INFINITY) > MAX_NEVER_SEEN
  })

/**
 * The distributions for the interval and for p. Single runs with neighboring releases have their own. For runs that
 * agree with none, p stays that of all runs, because a change that the next release reverts agrees with no neighbor
 * either. Both can lead to a flag, so p of runs that agree is raised (by half of Bonferroni's factor, because the
 * others are rarely significant).
 */
function distributionsOf(own: Side, base: Side, shape: NoiseShape) {
  const usual = nullDistribution(shape, own.logs.length, base.logs.length)
  const [mine, theirs] = [agreementOf(own), agreementOf(base)]
  if (mine === null || theirs === null) return { spread: usual, exceeds: usual.exceeds }
  if (mine.agrees && theirs.agrees) {
    const bound = agreementBound(shape)
    const exceeds = (distance: number) => Math.min(1, TWO_WAYS * bound.exceeds(distance))
    return { spread: agreementNull(shape, mine, theirs), exceeds }
  }
  const isKnown = isInformative(mine, shape) && isInformative(theirs, shape)
  return { spread: isKnown ? agreementNull(shape, mine, theirs) : usual, exceeds: usual.exceeds }
}

/**
 * False for a run that differs from its only neighbor if outliers are not clearly apart from the core, because a change
 * between the two is then as likely as an outlier.
 */
const isInformative = ({ agrees, neighbors }: Agreement, { kind, share }: NoiseShape) =>
  agrees || neighbors === 2 || share === 0 || kind === 'band'

/** Null for repeats, and if neighbors are not informative. */
const agreementOf = ({ logs, nearest, floor }: Side): Agreement | null =>
  logs.length !== 1 || nearest == null || floor === null
    ? null
    : { agrees: nearest.distance <= AGREES_WITHIN * floor.sd, neighbors: nearest.neighbors }

const gapOf = ({ logs: [first = 0, second] }: Side, sd: number) =>
  second === undefined ? null : Math.abs(first - second) / sd

/** Two-sided p of "no change", by the separation of the sides if that finds smaller changes than medians do. */
function pOfSides(
  own: readonly number[],
  base: readonly number[],
  { shape, exceeds }: { shape: NoiseShape; exceeds: NullDistribution['exceeds'] },
  scoreOf: (distance: number) => number,
): number {
  const center = (median(own) ?? 0) - (median(base) ?? 0)
  const separation = bestSeparation(shape, own.length, base.length)
  if (separation === null) return exceeds(scoreOf(Math.abs(center)))
  const [low, high] = center < 0 ? [own, base] : [base, own]
  const distance = ranked(high, separation.rank - 1) - ranked(low, low.length - separation.rank)
  return separation.exceeds(scoreOf(distance))
}

const ranked = (values: readonly number[], at: number) => values.toSorted((a, b) => a - b)[at] ?? 0

function wider(own: NoiseShape = NORMAL_SHAPE, base: NoiseShape = NORMAL_SHAPE): NoiseShape | null {
  const isOwnWider = own.share * own.width - base.share * base.width || own.unseen - base.unseen
  const wide = isOwnWider >= 0 ? own : base
  return isNormal(wide) ? null : wide
}

/** The standard error of the difference of two means, and the noise of one run behind it. */
type Estimate = { error: number; noise: Noise }

const halfWidth = (estimate: Estimate | null) =>
  estimate === null ? 0 : tQuantile((1 + COVERAGE) / 2, estimate.noise.degreesOfFreedom) * estimate.error

const isNoisier = (own: Noise, floor: Noise, degreesOfFreedom: number) =>
  varianceRatioP((own.sd / floor.sd) ** 2, degreesOfFreedom, floor.degreesOfFreedom) < NOISIER_THAN_FLOOR

function fromNoise(own: Side, base: Side): Estimate | null {
  const [a, b] = [own.floor, base.floor]
  return a === null || b === null ? null : combined(own, base, a, b)
}

/**
 * The noise that interval samples show on both sides, which is less than that between runs. Null if a side has none.
 */
export function noiseWithinRuns(own: Side, base: Side): Noise | null {
  const [a, b] = [own.within, base.within]
  return a === null || b === null ? null : combined(own, base, a, b).noise
}

function combined(own: Side, base: Side, a: Noise, b: Noise): Estimate {
  const shares = [a.sd ** 2 / own.logs.length, b.sd ** 2 / base.logs.length] as const
  const error = Math.sqrt(shares[0] + shares[1])
  if (a === b) return { error, noise: a }
  const degreesOfFreedom = satterthwaite([shares[0], a.degreesOfFreedom], [shares[1], b.degreesOfFreedom])
  const wider = LEVELS.indexOf(a.source) > LEVELS.indexOf(b.source) ? a.source : b.source
  return { error, noise: { source: wider, sd: Math.sqrt((a.sd ** 2 + b.sd ** 2) / 2), degreesOfFreedom } }
}

const LEVELS: readonly Noise['source'][] = ['test', 'alike', 'group', 'machine', 'samples', 'neighbours']

/** Null for repeats that agree to the last digit, because they do not show noise. */
function fromRepeats(a: ReturnType<typeof momentsOf>, b: ReturnType<typeof momentsOf>): Estimate | null {
  const [degreesA, degreesB] = [a.count - 1, b.count - 1]
  const shares = [a.squares / degreesA / a.count, b.squares / degreesB / b.count] as const
  if (shares[0] + shares[1] <= 0) return null
  const noise: Noise = {
    source: 'own-repeats',
    sd: Math.sqrt((a.squares + b.squares) / (degreesA + degreesB)),
    degreesOfFreedom: satterthwaite([shares[0], degreesA], [shares[1], degreesB]),
  }
  return { error: Math.sqrt(shares[0] + shares[1]), noise }
}

/** Degrees of freedom of a sum of two variances with their own degrees of freedom. */
function satterthwaite(...[[a, degreesA], [b, degreesB]]: [[number, number], [number, number]]): number {
  return (a + b) ** 2 / (a ** 2 / degreesA + b ** 2 / degreesB)
}
