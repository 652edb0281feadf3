import { adjustedP } from '../../stats/false-discovery-rate.ts'
import { mannWhitneyP } from '../../stats/mann-whitney.ts'
import { median } from '../../stats/median.ts'
import { medianRatioInterval } from '../../stats/median-bootstrap.ts'
import type { Band } from '../grid.ts'
import { sessionMedians, sessionNumbers } from '../noise/measurement-session.ts'
import type { Nearest } from '../noise/nearest-release.ts'
import type { Point } from '../point.ts'
import { noiseWithinRuns, ratioInterval, type Side } from './ratio-confidence-interval.ts'
import { areRepeats, areRepeatsButForConfig } from './repeat-groups.ts'
import { repeatsNeeded } from './repeats-needed.ts'
import { sameBinary } from './same-binary.ts'
import { varianceOfMedian } from './variance-of-median.ts'
import {
  type CellVerdict,
  COVERAGE,
  FALSE_DISCOVERY_RATE,
  FIRST_FLAG,
  isJudged,
  type Limits,
  type Noise,
  type Reason,
  type SessionVariances,
  type Verdict,
  type VerdictCounts,
} from './verdict.ts'
import { changeIn, codeOf, decisionOf } from './verdict-codes.ts'

/** One side of a ratio: its values, and the results that have them. */
export type JudgedSide = {
  values: readonly number[]
  points: readonly Point[]
  /** The value of each of the points. */
  valueOfPoint: readonly number[]
  floor: Noise | null
  within: Noise | null
  /** Distance of ln(value) of a single run from that of the nearer neighboring release. */
  nearest?: Nearest | null
}

export type Judged = {
  own: JudgedSide
  base: JudgedSide
  /** Factor of the ratio of values, such as that of a rate per client. */
  factor: number
  /** The ratio as shown, and its band, which already considers whether lower values are better. */
  ratio: number
  band: Band
}

/** The evidence on one cell. Its verdict is inconclusive until `decideSignificance` has used all cells. */
export type Evidence = Readonly<{ cell: Readonly<CellVerdict>; ratio: number; band: Band }>

export type Judge = (cell: Judged) => Evidence

/** The final verdicts, in the order of the evidence, and their counts. */
export type DecidedVerdicts = { verdicts: readonly CellVerdict[]; counts: VerdictCounts }

/** Minimum repeats on each side with which the exact rank test can reach p < 0.01. */
const MIN_FOR_RANKS = 5
/** Minimum repeats on each side with which the bootstrap interval of the ratio of medians is wide enough. */
const MIN_FOR_MEDIANS = 8

/**
 * Returns a function that judges each cell by its own results and those of its base: interval, p and noise of the
 * ratio. Cells of a row may share a base, so each side is prepared once.
 */
export function makeJudge(limits: Limits): Judge {
  const known = new Map<JudgedSide, Prepared>()
  const prepared = (side: JudgedSide): Prepared => {
    const found = known.get(side) ?? prepare(side)
    known.set(side, found)
    return found
  }
  return ({ own, base, factor, ratio, band }) => {
    const cell = inconclusive(own, base)
    if (sameBinary(own.points, base.points))
      return { cell: { ...cell, reason: 'same-binary', verdict: codeOf('no change') }, ratio, band }
    const sides = [prepared(own), prepared(base)] as const
    const unfit = sides[0].reason ?? sides[1].reason
    if (unfit !== null) return { cell: { ...cell, reason: unfit }, ratio, band }
    const mine = inSessions(sides[0], sides[1])
    const theirs = inSessions(sides[1], sides[0])
    const found = ratioInterval(mine, theirs, Math.log(factor))
    const ranks = rankEvidence(mine.logs, theirs.logs, factor)
    if (found === null) {
      const noise = noiseWithinRuns(mine, theirs)
      const reason = noise === null ? reasonWithoutNoise(sides, [mine, theirs]) : 'samples-only'
      return { cell: { ...cell, ...ranks, noise, reason }, ratio, band }
    }
    const judged = found.interval === null ? ({ reason: 'may-be-outlier' } as const) : {}
    return {
      cell: { ...cell, ...ranks, ...found, ...judged, repeatsNeeded: repeatsNeeded(found.noise, limits) },
      ratio,
      band,
    }
  }
}

/**
 * Decides which cells of a comparison are significant. A cell is worse (or better) if three conditions hold: its shown
 * ratio is in the band, its interval excludes 1, and the step-up procedure of Benjamini and Hochberg 1995 rejects it
 * among all cells at q = 0.05, if at least one cell reaches the limit of a first flag. It is the same if its interval
 * is inside the bands, and otherwise inconclusive. The evidence is not changed.
 */
export function decideSignificance(evidence: readonly Evidence[], limits: Limits): DecidedVerdicts {
  const tested = evidence.filter(({ cell }) => cell.p !== null)
  const adjusted = adjustedP(tested.map(({ cell }) => cell.p ?? 1))
  const qOf = new Map(tested.map((one, at) => [one, adjusted[at] ?? 1]))
  const hasFirst = tested.some((one) => (qOf.get(one) ?? 1) <= firstFlag(one.cell.noise))
  const limit = hasFirst ? FALSE_DISCOVERY_RATE : Number.NEGATIVE_INFINITY
  const verdicts = evidence.map((one): CellVerdict => {
    const q = qOf.get(one)
    return q === undefined ? one.cell : { ...one.cell, q, verdict: verdictOf(one, q <= limit, limits) }
  })
  return { verdicts, counts: countVerdicts(verdicts) }
}

/**
 * The q that one cell must reach before any is called. p with outliers of releases is an upper bound, because a
 * distance that was never seen counts as seen once, so it needs no stricter limit.
 */
const firstFlag = (noise: Noise | null): number =>
  noise?.source === 'neighbours' && noise.shape !== undefined ? FALSE_DISCOVERY_RATE : FIRST_FLAG

/** Number of verdicts of each kind. */
export function countVerdicts(verdicts: readonly CellVerdict[]): VerdictCounts {
  const count = (one: Verdict) => verdicts.filter((verdict) => decisionOf(verdict) === one).length
  const [worse, better] = [count('regression'), count('improvement')]
  return {
    worse,
    better,
    same: count('no change'),
    cannotTell: count('inconclusive'),
    noiseUnknown: verdicts.filter((verdict) => !isJudged(verdict)).length,
    falseExpected: FALSE_DISCOVERY_RATE * (worse + better),
  }
}

function verdictOf({ cell, ratio, band }: Evidence, isRejected: boolean, limits: Limits): CellVerdict['verdict'] {
  const { interval, verdict } = cell
  if (interval === null) return verdict
  const excludesOne = ratio < 1 ? interval.high < 1 : interval.low > 1
  if ((band === 'worse' || band === 'better') && excludesOne && isRejected) return codeOf(changeIn(band))
  const isNoChange = band === 'neutral' && interval.low > limits.worse && interval.high < limits.better
  return isNoChange ? codeOf('no change') : verdict
}

const inconclusive = (own: JudgedSide, base: JudgedSide): CellVerdict => ({
  verdict: codeOf('inconclusive'),
  reason: null,
  interval: null,
  p: null,
  q: null,
  repeats: { own: own.values.length, base: base.values.length },
  repeatsNeeded: null,
  noise: null,
  rankP: null,
  medians: null,
})

/** A side as far as it can be prepared without the other one; `reason` if it cannot be judged against any other. */
type Prepared = { side: Side; starts: readonly (number | null)[]; reason: Reason | null; isMixed: boolean }

function prepare({ valueOfPoint, points, floor, within, nearest = null }: JudgedSide): Prepared {
  const isMixed = !areRepeats(points)
  const isPositive = valueOfPoint.every((value) => value > 0)
  const reason = isMixed && !areRepeatsButForConfig(points) ? 'not-repeats' : isPositive ? null : 'not-positive'
  const side = { logs: valueOfPoint.map(Math.log), areRepeats: !isMixed, floor, within, nearest }
  return { side, starts: points.map(({ startedAt }) => startedAt ?? null), reason, isMixed }
}

/** Reduces a side to one value for each measurement session, if start times separate sessions. Mixes are unchanged. */
function inSessions({ side, starts, isMixed }: Prepared, other: Prepared): Side {
  if (side.logs.length < 2 || isMixed) return side
  const sessions = sessionNumbers(
    starts,
    other.starts.flatMap((start) => start ?? []),
  )
  if (sessions === null && side.floor?.session !== undefined) return inOneSession(side, side.floor, side.floor.session)
  const logs = sessionMedians(side.logs, sessions)
  return { ...side, logs, isSession: logs.length === 1 }
}

const ofMedians = new WeakMap<Noise, Map<number, Noise>>()

/**
 * Reduces all repeats to one value, their median, with its variance. Noise is cached by number of repeats, because both
 * sides share it.
 */
function inOneSession(side: Side, floor: Noise, { between, within }: SessionVariances): Side {
  const count = side.logs.length
  const known = ofMedians.get(floor) ?? new Map<number, Noise>()
  ofMedians.set(floor, known)
  const made = known.get(count) ?? { ...floor, sd: Math.sqrt(between + within * varianceOfMedian(count)) }
  known.set(count, made)
  return { ...side, logs: [median(side.logs) ?? 0], floor: made }
}

function reasonWithoutNoise(sides: readonly Prepared[], used: readonly Side[]): Reason {
  if (sides.some(({ isMixed }) => isMixed)) return 'not-repeats'
  return sides.some(({ side }, at) => side.logs.length > (used[at]?.logs.length ?? 0)) ? 'one-session' : 'no-noise'
}

/**
 * Computes the rank test and the interval of medians, if there are enough repeats.
 *
 * @param own ln of the independent values of the side; likewise `base`.
 */
function rankEvidence(
  own: readonly number[],
  base: readonly number[],
  factor: number,
): Pick<CellVerdict, 'rankP' | 'medians'> {
  const both = Math.min(own.length, base.length)
  if (both < MIN_FOR_RANKS) return { rankP: null, medians: null }
  const [mine, theirs] = [own.map((log) => Math.exp(log) * factor), base.map(Math.exp)]
  return {
    rankP: mannWhitneyP(mine, theirs),
    medians: both < MIN_FOR_MEDIANS ? null : medianRatioInterval(mine, theirs, COVERAGE),
  }
}
