import { confirmCorrelated } from './correlated-cuts.ts'
import { type FoundCuts, findCuts } from './find-cuts.ts'
import { MIN_SEGMENT } from './min-segment.ts'
import { fitCurve, fitLine, fitRamp, fitWave } from './slow-shapes.ts'
import { levelsAt, meanSquareOf, residualOf } from './step-model.ts'
import { twoRegimes } from './two-regimes.ts'
import { workingScale } from './working-scale.ts'

/** How a series moves apart from its steps: slowly in one direction, in a wave, or back and forth between two levels. */
export type Movement = 'drift' | 'wave' | 'two regimes'

export type LevelShifts = {
  /** Index of the first point of each new level, ascending. */
  cuts: number[]
  /** Null where levels alone describe the series best. */
  movement: Movement | null
}

/**
 * Slow shapes, with their price in units of ln n. A shape of p free parameters costs about p / 2 by BIC; these are higher
 * for shapes that may begin and end anywhere, and were tuned on seeds that the bench does not use.
 */
const SHAPES = [
  { movement: 'drift', fit: fitLine, price: 1.1 },
  { movement: 'drift', fit: fitCurve, price: 2.5 },
  { movement: 'drift', fit: fitRamp, price: 3.5 },
  { movement: 'wave', fit: fitWave, price: 5 },
] as const
/** Price of a cut and of a switch between two regimes, in the same units. */
const CUT_PRICE = 2
const SWITCH_PRICE = 0.8
/** Shorter series cannot tell a slow shape from steps. */
const MIN_COUNT_FOR_SHAPES = 40
/** A wave takes two cuts at least to look like levels. */
const MIN_CUTS_FOR_WAVE = 2
/** Maximum number of steps, the largest first, beside a slow shape; in a long series none, which bounds the time. */
const MAX_STEPS_BESIDE = 3
const MAX_COUNT_FOR_STEPS = 1_000
const ROUNDS = 3

/**
 * Where the level of a series changes: the default detector.
 *
 * @param values in order, finite, gaps left out.
 * @returns index of the first point of each new level, ascending. A level has at least 3 points, so that the last two
 *   points never begin one: they are pending.
 */
export const findLevelShifts = (values: readonly number[]): number[] => describeLevels(values).cuts

/**
 * Levels by penalised least squares (find-cuts.ts), on logarithms. Where there are cuts, other descriptions compete with
 * them: a line, a parabola, a ramp between two plateaus, a wave, and two regimes between which a machine switches, each
 * with the steps that remain beside it. The lowest n ln(mean square) + price wins (Schwarz 1978), so that a slow slide is
 * a drift and no staircase. The cuts of the winner must at last stand correlated noise (correlated-cuts.ts).
 * bench/parts/change-points.ts measures it.
 */
export function describeLevels(values: readonly number[]): LevelShifts {
  if (values.length < 2 * MIN_SEGMENT) return { cuts: [], movement: null }
  const { scaled, resolution } = workingScale(values)
  const levels = findCuts(scaled, resolution)
  if (levels.cuts.length === 0) return { cuts: [], movement: null }
  const scoreOf = scorer(levels, resolution)
  let best = scoreOf(levels, { movement: null, at: new Float64Array(values.length), price: 0 })
  for (const other of [...besideShapes(levels, resolution), ...besideRegimes(scaled, resolution)]) {
    const found = scoreOf(other.rest, other)
    if (found.score < best.score) best = found
  }
  const cuts = confirmCorrelated(residualOf(levels.clipped, best.at), best.cuts, resolution)
  return { cuts, movement: best.movement }
}

/** A movement point by point, and its price in units of ln n. */
type Priced = { movement: Movement | null; at: Float64Array; price: number }

/** Makes a description comparable with others: n ln(mean square around it) + its price; correlated points count for less. */
function scorer({ noise, clipped }: FoundCuts, resolution: number) {
  const count = clipped.length
  return ({ clipped: series, cuts }: FoundCuts, { movement, at, price }: Priced) => {
    const square = meanSquareOf(residualOf(series, levelsAt(series, cuts))) + resolution ** 2
    const prices = (CUT_PRICE * cuts.length + price) * Math.log(count)
    return { movement, at, cuts, score: (count / noise.inflation) * Math.log(square) + prices }
  }
}

type Alternative = Priced & { rest: FoundCuts }

/** Slow shapes, each with none to three of the largest steps beside it. */
function besideShapes({ clipped, cuts }: FoundCuts, resolution: number): Alternative[] {
  if (clipped.length < MIN_COUNT_FOR_SHAPES) return []
  const mostSteps = clipped.length > MAX_COUNT_FOR_STEPS ? 0 : Math.min(MAX_STEPS_BESIDE, cuts.length - 1)
  return SHAPES.filter(({ movement }) => movement !== 'wave' || cuts.length >= MIN_CUTS_FOR_WAVE).flatMap((shape) =>
    Array.from({ length: mostSteps + 1 }, (_, steps): Alternative => {
      const at = fitBeside(clipped, largestSteps(clipped, cuts, steps), shape.fit)
      return { ...shape, at, rest: findCuts(residualOf(clipped, at), resolution, false) }
    }),
  )
}

function besideRegimes(scaled: Float64Array, resolution: number): Alternative[] {
  const regimes = twoRegimes(scaled, resolution)
  if (regimes === null) return []
  const { at, switches } = regimes
  const rest = findCuts(residualOf(scaled, at), resolution)
  return [{ movement: 'two regimes', at, price: SWITCH_PRICE * switches, rest }]
}

/** A shape and the levels between some cuts, fitted in turn. */
function fitBeside(
  series: Float64Array,
  cuts: readonly number[],
  shapeOf: (series: Float64Array) => Float64Array,
): Float64Array {
  let shape = shapeOf(residualOf(series, levelsAt(series, cuts)))
  for (let round = 0; cuts.length > 0 && round < ROUNDS; round++) {
    shape = shapeOf(residualOf(series, levelsAt(residualOf(series, shape), cuts)))
  }
  return shape
}

/** The cuts with the largest differences of levels, ascending. */
function largestSteps(series: Float64Array, cuts: readonly number[], count: number): number[] {
  const levels = levelsAt(series, cuts)
  const size = (cut: number) => Math.abs((levels[cut] ?? 0) - (levels[cut - 1] ?? 0))
  return cuts
    .toSorted((a, b) => size(b) - size(a))
    .slice(0, count)
    .sort((a, b) => a - b)
}
