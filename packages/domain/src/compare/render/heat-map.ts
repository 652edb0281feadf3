import { changeBand, isChange } from '../change-band.ts'
import type { Cell } from '../grid.ts'
import { verdictOf } from '../verdict/verdict-codes.ts'

/** Changes of a ratio, in either direction, from which a cell of a heat map has the next of four tints. */
export const HEAT_STEPS = [0.02, 0.05, 0.1, 0.2] as const

/** Returns the tint of a ratio in a heat map, 0 to 4, and its direction for a metric of which more is better or worse. */
export function heatOf({ ratio, better }: Pick<Cell, 'ratio' | 'better'>): {
  step: number
  tone: 'worse' | 'better' | 'none'
} {
  if (ratio === null || ratio <= 0 || better === 'neither') return { step: 0, tone: 'none' }
  const factor = Math.max(ratio, 1 / ratio)
  const step = HEAT_STEPS.filter((change) => factor >= 1 + change).length
  if (step === 0) return { step, tone: 'none' }
  return { step, tone: ratio > 1 === (better === 'higher') ? 'better' : 'worse' }
}

/** Changes that are not significant have no number below this tint, so that significant ones are easier to see in a wide table. */
const MIN_NUMBERED_STEP = 2

type HeatState = 'missing' | 'base' | 'nothing to compare' | 'change' | 'inconclusive' | 'no change' | 'not judged'

/**
 * How a heat map shows a cell. Its state follows from the verdict, and its tint from the size of the ratio. Only changes
 * and inconclusive cells have a tint.
 */
export function heatCell(
  cell: Pick<Cell, 'value' | 'ratio' | 'better' | 'band' | 'verdict' | 'isBase'>,
): ReturnType<typeof heatOf> & { state: HeatState; isNumbered: boolean } {
  const state = heatState(cell)
  const heat = heatOf(cell)
  const isTinted = state === 'change' || state === 'inconclusive'
  const isCompared = isTinted || state === 'no change' || state === 'not judged'
  return {
    state,
    ...(isTinted ? heat : { step: 0, tone: 'none' }),
    isNumbered: isCompared && (state === 'change' || heat.step >= MIN_NUMBERED_STEP),
  }
}

function heatState(cell: Pick<Cell, 'value' | 'ratio' | 'band' | 'verdict' | 'isBase'>): HeatState {
  if (cell.value === null) return 'missing'
  if (cell.isBase) return 'base'
  if (cell.ratio === null) return 'nothing to compare'
  if (isChange(cell)) return 'change'
  // Without a verdict, a metric that has no better direction and an excluded result are in no band.
  if (changeBand(cell) === 'none') return 'not judged'
  return verdictOf(cell) === 'inconclusive' ? 'inconclusive' : 'no change'
}
