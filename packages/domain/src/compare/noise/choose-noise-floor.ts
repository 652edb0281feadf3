import { varianceRatioP } from '../../stats/student-t.ts'
import { nullDistribution, reachesOutliers } from '../verdict/null-distribution.ts'
import { varianceOfMedian } from '../verdict/variance-of-median.ts'
import type { Noise } from '../verdict/verdict.ts'
import { NO_FLOORS, type NoiseFloors } from './noise-floor.ts'
import type { NoiseKey } from './noise-levels.ts'
import { MIN_DEGREES_OF_FREEDOM } from './noise-levels.ts'
import type { NoiseShape } from './noise-shape.ts'
import { type SessionShape, shapeOfMedians } from './session-shape.ts'

/** A test is noisier than releases show if its spread has less than this probability. */
const CLEARLY_NOISIER = 0.01
/**
 * Repeats without start times count as one session if chance makes releases differ that much more with less than this
 * probability. The limit is high, because such repeats are as likely to share a session as not.
 */
const MAY_SHARE_SESSION = 0.1

/**
 * Chooses between floors from repeats (`first`) and floors from releases (`second`). Repeats are used unless they have
 * fewer than 10 degrees of freedom, releases have more, and the repeats are not clearly noisier. If start times are
 * missing and releases differ more than repeats on the whole machine, the repeats probably share a session, so they do
 * not show the variance between sessions and the two are combined (`inSessions`). Repeats with known sessions include
 * that variance, so larger differences between releases are changes.
 */
export const chooseNoiseFloor = (first: NoiseFloors, second: NoiseFloors): NoiseFloors =>
  second === NO_FLOORS
    ? first
    : {
        at: (key) => better(first, second, key),
        nearest: (key) => second.nearest?.(key) ?? null,
      }

function better(first: NoiseFloors, second: NoiseFloors, key: NoiseKey): Noise | null {
  const [own, other] = [first.at(key), second.at(key)]
  if (other === null) return own
  if (own === null) return inShape(other, first.shapeWithin?.(key))
  if (own.degreesOfFreedom < MIN_DEGREES_OF_FREEDOM)
    return other.degreesOfFreedom > own.degreesOfFreedom && !isNoisier(own, other, CLEARLY_NOISIER) ? other : own
  if (first.areSessionsStated?.(key) ?? true) return own
  const machine = { ...key, test: '', clients: '', group: null }
  const [repeats, releases] = [first.at(machine), second.at(machine)]
  if (repeats === null || releases === null) return own
  // Steps between releases are those of medians, so both are scales of the core of the noise.
  const alike = { ...releases, sd: releases.sd / scaleOfMedians(repeats, releases) }
  if (alike.sd <= repeats.sd) return own
  if (!isNoisier(alike, repeats, MAY_SHARE_SESSION)) return widened(own, alike.sd / repeats.sd)
  return inSessions(inShape(other, first.shapeWithin?.(key)), own)
}

const isNoisier = (own: Noise, floor: Noise, p: number) =>
  varianceRatioP((own.sd / floor.sd) ** 2, own.degreesOfFreedom, floor.degreesOfFreedom) < p

/** Median absolute value of a standard normal variable. */
const MEDIAN_DISTANCE = 0.6745
/** Distance of an outlier, in standard deviations. */
const FAR = 4

/**
 * Factor by which outliers widen the steps between medians of independent repeats: their median size relative to that
 * of normal noise. If releases show outliers too, only the others determine their scale.
 */
function scaleOfMedians({ shape }: Noise, releases: Noise): number {
  if (shape === undefined) return 1
  const { factor = 1 } = releases
  let count = 1
  while (varianceOfMedian(count) > factor) count += 1
  const usual = Math.sqrt(2 * varianceOfMedian(count))
  const { exceeds, distanceOf } = nullDistribution(shape, count, count)
  const outliers = (releases.shape?.share ?? 0) > 0 ? exceeds(FAR * usual) : 0
  return Math.max(1, distanceOf(outliers + (1 - outliers) / 2) / (MEDIAN_DISTANCE * usual))
}

/** Minimum share of outliers within sessions that form a second regime; a few outliers may be estimated as 10%. */
const MIN_SHARE_OF_REGIME = 0.15
/** Minimum distance of outliers within sessions, in standard deviations, that no heavy tail of the core explains. */
const MIN_WIDTH_APART = 8

/**
 * True if so many medians of sessions are outliers that an interval reaches them, and residuals of releases cannot exclude
 * it: they do not distinguish two regimes from the core, and where they show outliers, few of them show their share.
 */
const areManyOutliers = (medians: NoiseShape, { shape: { share, width } }: SessionShape, isSeen: boolean) =>
  reachesOutliers(medians) && (share >= MIN_SHARE_OF_REGIME || (isSeen && width >= MIN_WIDTH_APART))

const reshaped = new WeakMap<Noise, Map<SessionShape, Noise>>()

/**
 * Noise from releases with the outliers that repeats of one session show, if releases have shown none or cannot exclude
 * that they are many. The object is cached, because both sides of a ratio must share it.
 */
function inShape(noise: Noise, within: SessionShape | undefined): Noise {
  if (within === undefined) return noise
  const medians = shapeOfMedians(within, noise.sd * Math.sqrt(noise.factor ?? 1))
  const isSeen = (noise.shape?.share ?? 0) > 0
  const areMany = areManyOutliers(medians, within, isSeen)
  if (isSeen && !areMany) return noise
  const known = reshaped.get(noise) ?? new Map<SessionShape, Noise>()
  reshaped.set(noise, known)
  const made = known.get(within) ?? { ...noise, shape: withUnseen(medians, noise.shape, areMany) }
  known.set(within, made)
  return made
}

/**
 * Limits the share of outliers that N releases have never shown to 3 / N (95% confidence, rule of three, Hanley and
 * Lippman-Hand 1983), unless releases cannot exclude them. Outliers that no repeat has shown either keep the probability
 * from the releases.
 */
const withUnseen = (
  { kind, share, width, ...medians }: NoiseShape,
  releases: NoiseShape | undefined,
  areMany: boolean,
): NoiseShape =>
  releases === undefined
    ? { kind, share, width, ...medians }
    : { ...releases, kind, share: areMany ? share : Math.min(share, 6 * releases.unseen), width }

const wider = new WeakMap<Noise, Noise>()

/** The noise of repeats with the larger variance of releases, although that may be due to chance. */
function widened(noise: Noise, factor: number): Noise {
  const made = wider.get(noise) ?? { ...noise, sd: noise.sd * factor }
  wider.set(noise, made)
  return made
}

const inTwo = new WeakMap<Noise, WeakMap<Noise, Noise>>()

/**
 * Noise of a machine whose repeats share an unstated session, as two variance components (Searle, Casella and McCulloch
 * 1992, "Variance components", chapter 3). Releases have scaled the variance of their medians to that of independent
 * runs, so its excess over the variance of repeats is scaled back to get the variance between sessions.
 */
function inSessions(releases: Noise, repeats: Noise): Noise {
  const known = inTwo.get(releases) ?? new WeakMap<Noise, Noise>()
  inTwo.set(releases, known)
  const { factor = 1, sd } = releases
  const within = repeats.sd ** 2
  const between = Math.max(0, factor * (sd ** 2 - within))
  const made = known.get(repeats) ?? { ...releases, sd: Math.sqrt(between + within), session: { between, within } }
  known.set(repeats, made)
  return made
}
