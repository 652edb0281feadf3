import { roundHalfEven } from '../stats/round-half-even.ts'
import { RATIO_DIGITS } from './band.ts'
import type { Band } from './grid.ts'

/** Text for a missing value in all formats but CSV, which has an empty field. */
export const MISSING = '-'

/** Signs of the bands, because color alone is not accessible. ▼ means worse, even for metrics where larger is worse. */
export const BAND_SIGN: Record<Band, string> = { worse: '▼', better: '▲', neutral: '', none: '' }
export const BAND_WORD: Record<Band, string> = { worse: 'worse', better: 'better', neutral: 'about the same', none: '' }

/** A ratio as it is shown everywhere: two decimals, halves to even. */
export function formatRatio(ratio: number | null): string {
  return ratio === null ? MISSING : withDigits(ratio, RATIO_DIGITS)
}

/** Smaller values have two significant digits in a column of integers. */
const MIN_INTEGER = 10

/**
 * An absolute value with the decimals of its column, halves to even. In a column of integers small values have two
 * significant digits, because a rate of 0.3 per second is not zero and one of 1.4 is not 1.
 */
export function formatAbsolute(value: number | null, digits: number): string {
  if (value === null) return MISSING
  const isSmall = digits === 0 && value > 0 && value < MIN_INTEGER && !Number.isInteger(value)
  return isSmall ? String(Number(value.toPrecision(2))) : withDigits(value, digits)
}

function withDigits(value: number, digits: number): string {
  const text = roundHalfEven(value, digits).toFixed(digits)
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text
}
