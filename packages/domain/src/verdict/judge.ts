import type { Band } from '../compare/grid.ts'
import type { Point } from '../compare/point.ts'
import { adjustedP } from '../stats/benjamini-hochberg.ts'
import { mannWhitneyP } from '../stats/mann-whitney.ts'
import { medianRatioInterval } from '../stats/median-bootstrap.ts'
import { tQuantile } from '../stats/student-t.ts'
import { ratioInterval, type Side } from './ratio-interval.ts'
import { areRepeats } from './repeat-groups.ts'
import { sameBinary } from './same-binary.ts'
import {
  type CellVerdict,
  COVERAGE,
  FALSE_DISCOVERY_RATE,
  FIRST_FLAG,
  isJudged,
  type Noise,
  type Reason,
  type VerdictCounts,
} from './verdict.ts'

/** One side of a ratio: the values that were taken, and the results that they came from. */
export type JudgedSide = {
  values: readonly number[]
  points: readonly Point[]
  floor: Noise | null
  within: Noise | null
}

export type Judged = {
  own: JudgedSide
  base: JudgedSide
  /** What the ratio of values is multiplied by. */
  factor: number
  /** As the cell shows it, and the band of that; already turned so that worse is worse. */
  ratio: number
  band: Band
}

export type Judge = {
  /** What can be said of one cell; whether it is worse or better is open until `settle`. */
  judge(cell: Judged): CellVerdict
  /** Decides over all cells together, in place, and counts them. */
  settle(): VerdictCounts
}

/** From this many repeats on each side the rank test can reach p < 0.01, and the bootstrap is not far too narrow. */
const FEWEST_FOR_RANKS = 5
const FEWEST_FOR_MEDIANS = 8

/**
 * Judges the cells of one comparison. A cell is worse (or better) when three things agree: its shown ratio lies in the
 * band, its interval excludes 1, and Benjamini and Hochberg call it among all cells at q = 0.05, of which the first has
 * a higher bar to pass. It is the same when the interval lies inside the bands, and otherwise nobody can tell.
 */
export function makeJudge(bands: { worse: number; better: number }): Judge {
  const open: Open[] = []
  // All cells of a row may share a base, so each side is looked through once.
  const known = new Map<JudgedSide, Prepared>()
  const prepared = (side: JudgedSide): Prepared => {
    const found = known.get(side) ?? prepare(side)
    known.set(side, found)
    return found
  }
  return { judge: judgeCell, settle: () => settle(open, bands) }

  function judgeCell({ own, base, factor, ratio, band }: Judged): CellVerdict {
    const verdict = unjudged(own, base)
    open.push({ verdict, ratio, band })
    const [mine, theirs] = [prepared(own), prepared(base)]
    const reason = sameBinary(own.points, base.points) ? 'same-binary' : (mine.reason ?? theirs.reason)
    if (reason !== null)
      return Object.assign(verdict, { reason, verdict: reason === 'same-binary' ? 'same' : 'cannot-tell' })
    const found = ratioInterval(mine.side, theirs.side, Math.log(factor))
    const both = Math.min(own.values.length, base.values.length)
    if (both >= FEWEST_FOR_RANKS)
      verdict.rankP = mannWhitneyP(
        own.values.map((value) => value * factor),
        base.values,
      )
    if (both >= FEWEST_FOR_MEDIANS) {
      const { low, high } = medianRatioInterval(own.values, base.values, COVERAGE)
      verdict.medians = { low: low * factor, high: high * factor }
    }
    if (found === null) return Object.assign(verdict, { reason: 'no-noise' })
    return Object.assign(verdict, { ...found, repeatsNeeded: repeatsNeeded(found.noise, bands) })
  }
}

/** Repeats on each side with which the half width of the interval is that of the narrower band: 2 (t s / ln 1.05)^2. */
export function repeatsNeeded(
  { sd, degreesOfFreedom }: Noise,
  bands: { worse: number; better: number },
): number | null {
  const width = Math.min(-Math.log(bands.worse), Math.log(bands.better))
  if (!(width > 0 && Number.isFinite(width))) return null
  const t = tQuantile((1 + COVERAGE) / 2, degreesOfFreedom)
  return Math.max(1, Math.ceil(2 * ((t * sd) / width) ** 2))
}

type Open = { verdict: CellVerdict } & Pick<Judged, 'ratio' | 'band'>

const unjudged = (own: JudgedSide, base: JudgedSide): CellVerdict => ({
  verdict: 'cannot-tell',
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

/** A side as far as it can be told without the other one, and why it cannot be judged. */
type Prepared = { side: Side; reason: Reason | null }

function prepare({ values, points, floor, within }: JudgedSide): Prepared {
  const [first, ...others] = points
  const isOneThing = first === undefined || others.every((point) => areRepeats(first, point))
  const reason = isOneThing ? (values.every((value) => value > 0) ? null : 'not-positive') : 'not-repeats'
  return { side: { logs: values.map(Math.log), floor, within }, reason }
}

function settle(open: readonly Open[], bands: { worse: number; better: number }): VerdictCounts {
  const tested = open.filter(({ verdict }) => verdict.p !== null)
  const adjusted = adjustedP(tested.map(({ verdict }) => verdict.p ?? 1))
  const limit = adjusted.some((q) => q <= FIRST_FLAG) ? FALSE_DISCOVERY_RATE : Number.NEGATIVE_INFINITY
  for (const [i, { verdict, ratio, band }] of tested.entries()) {
    const q = adjusted[i] ?? 1
    verdict.q = q
    const { interval } = verdict
    if (interval === null) continue
    const excludesOne = ratio < 1 ? interval.high < 1 : interval.low > 1
    if ((band === 'worse' || band === 'better') && excludesOne && q <= limit) verdict.verdict = band
    else if (band === 'neutral' && interval.low > bands.worse && interval.high < bands.better) verdict.verdict = 'same'
  }
  return countVerdicts(open.map(({ verdict }) => verdict))
}

/** How many of some verdicts are which. */
export function countVerdicts(verdicts: readonly CellVerdict[]): VerdictCounts {
  const count = (one: CellVerdict['verdict']) => verdicts.filter(({ verdict }) => verdict === one).length
  const [worse, better] = [count('worse'), count('better')]
  return {
    worse,
    better,
    same: count('same'),
    cannotTell: count('cannot-tell'),
    noiseUnknown: verdicts.filter((verdict) => !isJudged(verdict)).length,
    falseExpected: FALSE_DISCOVERY_RATE * (worse + better),
  }
}
