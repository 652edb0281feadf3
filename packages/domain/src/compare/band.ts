import type { Better } from '../run/metric.ts'
import { excludes } from '../run/validity/badge.ts'
import { roundHalfEven } from '../stats/round-half-even.ts'
import type { Band, Cell } from './grid.ts'
import type { Footnote } from './point.ts'

/** Digits of a ratio wherever it is shown. Bands are decided on them, so that a colour never contradicts its digits. */
export const RATIO_DIGITS = 2

/** The quarter of the range that counts as worst and as best in a column of absolute values. */
const QUARTER = 0.25
/**
 * Values this close together, smallest : largest, are not called worst: 80%, in whole numbers so that no rounding
 * decides.
 */
const CLOSE_TOGETHER = { smallest: 4, largest: 5 } as const

/** In front of the code of a footnote that is about the base. */
export const OF_BASE = 'base:'
/** In front of the code of a badge that the comparison counts in, so that it excludes nothing. */
export const COUNTED_IN = 'counted:'
/** In front of the code of a badge of repeats that a cell is without. */
export const LEFT_OUT = 'left-out:'

/**
 * True when a footnote excludes the value: its result or its base has an excluding validity flag. Excluded values are
 * shown and not compared.
 */
export function isExcluded(footnotes: readonly Footnote[]): boolean {
  return footnotes.some(({ code }) => excludes(code.startsWith(OF_BASE) ? code.slice(OF_BASE.length) : code))
}

/**
 * Band of a ratio to a base, decided on the digits that are shown; the limits themselves are worse and better.
 * A ratio above 1 is worse when lower values are better.
 */
export function relativeBand(ratio: number, better: Better, limits: { worse: number; better: number }): Band {
  if (better === 'neither') return 'none'
  const shown = roundHalfEven(ratio, RATIO_DIGITS)
  if (shown <= limits.worse) return better === 'higher' ? 'worse' : 'better'
  if (shown >= limits.better) return better === 'higher' ? 'better' : 'worse'
  return 'neutral'
}

/**
 * Bands of a column of absolute values: the range from smallest to largest is cut, its lowest quarter is worse and
 * its highest better, and none is worse when the smallest is at least 80% of the largest. Mirrored for metrics where
 * lower is better. A value with an excluding flag has no band.
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
