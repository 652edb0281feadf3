import { bestSubsets } from './best-subsets.ts'
import { confirmCorrelated } from './correlated-cuts.ts'
import { type ProposedCuts, proposeCuts, standingCuts } from './find-cuts.ts'
import { fitWave } from './fit-wave.ts'
import { MIN_SEGMENT } from './min-segment.ts'
import { fitCurve, fitLine, fitRamp } from './slow-shapes.ts'
import { levelsAt, residualOf, squaresAround } from './step-model.ts'
import { twoRegimes } from './two-regimes.ts'
import { workingScale } from './working-scale.ts'

/** Movement of a series between its changes: slow drift, a wave, or switching between two levels. */
export type Movement = 'drift' | 'wave' | 'two regimes'

export type LevelShifts = {
  /** Index of the first point of each new level, ascending. */
  cuts: number[]
  /** Null if levels alone describe the series best. */
  movement: Movement | null
}

/**
 * Slow shapes with their penalties in units of ln n. A shape with p free parameters costs about p / 2 by BIC; these
 * penalties are higher because the shapes may begin and end anywhere. They were tuned on seeds that the bench does not
 * use.
 */
const SHAPES = [
  { movement: 'drift', shapeOf: fitLine, price: 1.1 },
  { movement: 'drift', shapeOf: fitCurve, price: 2.5 },
  { movement: 'drift', shapeOf: fitRamp, price: 3.5 },
  { movement: 'wave', shapeOf: fitWave, price: 5 },
] as const
/** Penalties of a cut and of a switch between two regimes, in the same units. */
const CUT_PRICE = 2
const SWITCH_PRICE = 0.8
/** Minimum points for slow shapes, because in shorter series they look like steps. */
const MIN_COUNT_FOR_SHAPES = 40
/** Minimum cuts that a wave can replace. */
const MIN_CUTS_FOR_WAVE = 2
/**
 * Maximum number of steps, the largest first, in addition to a slow shape. A long series has none, which limits the
 * time.
 */
const MAX_STEPS_BESIDE = 3
const MAX_COUNT_FOR_STEPS = 1_000
const ROUNDS = 3
/** Maximum cuts for which a lower bound is computed; above it, confirming the cuts is faster than the bound. */
const MAX_CUTS_FOR_BOUND = 20

/**
 * Finds change points: the default detector.
 *
 * @param values in order, finite, without gaps.
 * @returns index of the first point of each new level, ascending. A level has at least 3 points, so the last two points
 * are pending and never begin one.
 */
export const findChangePoints = (values: readonly number[]): number[] => describeLevels(values).cuts

/**
 * Detects levels by penalized least squares (find-cuts.ts) on logarithms. If there are cuts, other descriptions compete
 * with them: a line, a parabola, a ramp between two plateaus, a wave, and two regimes between which a machine switches,
 * each with the remaining steps. The lowest n ln(mean square) + penalty wins (Schwarz 1978), so that a slow slope is
 * reported as drift instead of many steps. Finally, the cuts of the winner are tested against correlated noise
 * (correlated-cuts.ts). bench/suites/change-points-bench.ts measures the detector.
 */
export function describeLevels(values: readonly number[]): LevelShifts {
  if (values.length < 2 * MIN_SEGMENT) return { cuts: [], movement: null }
  const { scaled, resolution } = workingScale(values)
  const levels = proposeCuts(scaled, resolution)
  const cuts = standingCuts(levels)
  if (cuts.length === 0) return { cuts, movement: null }
  const scale = { count: values.length, inflation: levels.noise.inflation, resolution }
  const squares = squaresAround(levels.clipped, cuts)
  let best: Described = { ...LEVELS_ALONE, cuts, score: scoreOf(LEVELS_ALONE, scale, squares, cuts.length) }
  for (const { rest, ...other } of otherDescriptions(levels, cuts, resolution)) {
    // Confirming cuts is slow, and most descriptions cannot win with any subset of their cuts.
    if (leastScore(other, rest, scale) >= best.score) continue
    const found = standingCuts(rest)
    const score = scoreOf(other, scale, squaresAround(rest.clipped, found), found.length)
    if (score < best.score) best = { ...other, at: other.at?.slice() ?? null, cuts: found, score }
  }
  const moving = best.at === null ? levels.clipped : residualOf(levels.clipped, best.at)
  return { cuts: confirmCorrelated(moving, best.cuts, resolution), movement: best.movement }
}

/** A movement with its value at each point, null for none, and its penalty in units of ln n. */
type Priced = { movement: Movement | null; at: Float64Array | null; price: number }

type Described = Priced & { cuts: number[]; score: number }

const LEVELS_ALONE: Priced = { movement: null, at: null, price: 0 }

type Scale = { count: number; inflation: number; resolution: number }

/**
 * The score of a description, comparable with others: n ln(mean square around it) + penalty. Correlated points have
 * less weight.
 *
 * @param squares sum of squares around `cuts` levels of the series without the movement.
 */
function scoreOf({ price }: Priced, { count, inflation, resolution }: Scale, squares: number, cuts: number): number {
  return (
    (count / inflation) * Math.log(squares / count + resolution ** 2) + (CUT_PRICE * cuts + price) * Math.log(count)
  )
}

/** A lower bound of the score over all subsets of the proposed cuts. */
function leastScore(other: Priced, { clipped, proposed }: ProposedCuts, scale: Scale): number {
  if (proposed.length > MAX_CUTS_FOR_BOUND) return Number.NEGATIVE_INFINITY
  return Math.min(...bestSubsets(clipped, proposed).map((squares, cuts) => scoreOf(other, scale, squares, cuts)))
}

type Alternative = Priced & { rest: ProposedCuts }

/**
 * Descriptions by slow shapes and by two regimes. Each is valid only until the next one is generated, because they
 * share buffers.
 */
function* otherDescriptions(
  { clipped, raw }: ProposedCuts,
  cuts: readonly number[],
  resolution: number,
): Generator<Alternative> {
  if (clipped.length >= MIN_COUNT_FOR_SHAPES) yield* besideShapes(clipped, cuts, resolution)
  const regimes = twoRegimes(raw, resolution)
  if (regimes === null) return
  const { at, switches } = regimes
  const rest = proposeCuts(residualOf(raw, at), resolution)
  yield { movement: 'two regimes', at, price: SWITCH_PRICE * switches, rest }
}

/** Slow shapes, each combined with zero to three of the largest steps. */
function* besideShapes(clipped: Float64Array, cuts: readonly number[], resolution: number): Generator<Alternative> {
  const mostSteps = clipped.length > MAX_COUNT_FOR_STEPS ? 0 : Math.min(MAX_STEPS_BESIDE, cuts.length - 1)
  const at = new Float64Array(clipped.length)
  const rest = new Float64Array(clipped.length)
  for (const { movement, shapeOf, price } of SHAPES) {
    if (movement === 'wave' && cuts.length < MIN_CUTS_FOR_WAVE) continue
    for (let steps = 0; steps <= mostSteps; steps++) {
      fitBeside(clipped, largestSteps(clipped, cuts, steps), shapeOf, { at, rest })
      yield { movement, at, price, rest: proposeCuts(residualOf(clipped, at, rest), resolution, false) }
    }
  }
}

/**
 * Fits a shape and the levels between some cuts alternately.
 *
 * @param at is overwritten by the shape; `rest` is a work buffer.
 */
function fitBeside(
  series: Float64Array,
  cuts: readonly number[],
  shapeOf: (series: Float64Array, into: Float64Array) => Float64Array,
  { at, rest }: { at: Float64Array; rest: Float64Array },
) {
  shapeOf(residualOf(series, levelsAt(series, cuts, at), rest), at)
  for (let round = 0; cuts.length > 0 && round < ROUNDS; round++) {
    residualOf(series, at, rest)
    shapeOf(residualOf(series, levelsAt(rest, cuts, at), rest), at)
  }
}

/** The cuts with the largest differences between levels, ascending. */
function largestSteps(series: Float64Array, cuts: readonly number[], count: number): number[] {
  if (count === 0) return []
  const levels = levelsAt(series, cuts)
  const size = (cut: number) => Math.abs((levels[cut] ?? 0) - (levels[cut - 1] ?? 0))
  return cuts
    .toSorted((a, b) => size(b) - size(a))
    .slice(0, count)
    .sort((a, b) => a - b)
}
