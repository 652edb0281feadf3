import type { Better } from '../run/metric.ts'
import { excludes } from '../run/validity/flag-severity.ts'
import { roundHalfEven } from '../stats/round-half-even.ts'
import type { Band, Cell } from './grid.ts'
import type { Footnote } from './point.ts'

/** Digits of a ratio wherever it is shown. Bands are decided on them, so that a color never contradicts its digits. */
export const RATIO_DIGITS = 2

/** Share of the range of a column that counts as worst, and share that counts as best. */
const QUARTER = 0.25
/**
 * No value of a column is called worst if smallest / largest is at least 4/5. The limit is a pair of integers, so that
 * rounding never decides.
 */
const CLOSE_TOGETHER = { smallest: 4, largest: 5 } as const

/** Prefix of the code of a footnote about the base. */
export const OF_BASE = 'base:'
/** Prefix of the code of a validity flag whose results the comparison includes. */
export const COUNTED_IN = 'counted:'
/** Prefix of the code of a validity flag of repeats that a value leaves out. */
export const LEFT_OUT = 'left-out:'

/**
 * True when a footnote excludes the value, because its result or its base has an excluding validity flag. Excluded
 * values are shown but not compared.
 */
export function isExcluded(footnotes: readonly Footnote[]): boolean {
  return footnotes.some(({ code }) => excludes(code.startsWith(OF_BASE) ? code.slice(OF_BASE.length) : code))
}

/**
 * Band of a ratio, decided on the digits that are shown. A ratio equal to a limit is in the band of that limit, and the
 * direction of the metric decides which band is worse.
 */
export function relativeBand(ratio: number, better: Better, limits: { worse: number; better: number }): Band {
  if (better === 'neither') return 'none'
  const shown = roundHalfEven(ratio, RATIO_DIGITS)
  if (shown <= limits.worse) return better === 'higher' ? 'worse' : 'better'
  if (shown >= limits.better) return better === 'higher' ? 'better' : 'worse'
  return 'neutral'
}

/**
 * Bands of a column of absolute values. The lowest quarter of the range is worse and the highest is better; for metrics
 * where lower is better it is the reverse. No value is worse when the smallest is at least 80% of the largest. Values
 * with an excluding flag have no band.
 */
export function quartileBands(cells: readonly Pick<Cell, 'value' | 'better' | 'footnotes'>[]): Band[] {
  const takingPart = cells.flatMap(({ value, footnotes }) => (value === null || isExcluded(footnotes) ? [] : [value]))
  const min = takingPart.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const max = takingPart.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const low = min + (max - min) * QUARTER
  const high = max - (max - min) * QUARTER
  const close = CLOSE_TOGETHER.largest * min >= CLOSE_TOGETHER.smallest * max
  return cells.map(({ value, better, footnotes }) => {
    if (value === null || better === 'neither' || isExcluded(footnotes)) return 'none'
    if (min === max) return 'neutral'
    const best = better === 'higher' ? value >= high : value <= low
    const worst = better === 'higher' ? value <= low : value >= high
    if (best) return 'better'
    return worst && !close ? 'worse' : 'neutral'
  })
}
