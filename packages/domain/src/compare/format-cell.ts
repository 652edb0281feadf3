import { AS_PUBLISHED_PREFIX, METRIC_DIGITS } from '../run/metric.ts'
import { roundHalfEven } from '../stats/round-half-even.ts'
import { RATIO_DIGITS } from './band.ts'
import type { Band, Cell } from './grid.ts'

/** Text for a missing value in all formats but CSV, which has an empty field. */
export const MISSING = '-'

/** Signs of the bands, because color alone is not accessible. ▼ means worse, even for metrics where larger is worse. */
export const BAND_SIGN: Record<Band, string> = { worse: '▼', better: '▲', neutral: '', none: '' }
export const BAND_WORD: Record<Band, string> = { worse: 'worse', better: 'better', neutral: 'about the same', none: '' }

/** Minimum digits of the smallest value of an unknown metric, and the maximum number of decimals. */
const SIGNIFICANT_DIGITS = 3
const MAX_DECIMALS = 6

/** A ratio as it is shown everywhere: two decimals, halves to even. */
export function formatRatio(ratio: number | null): string {
  return ratio === null ? MISSING : withDigits(ratio, RATIO_DIGITS)
}

/** An absolute value with the decimals of its column, halves to even. */
export function formatAbsolute(value: number | null, digits: number): string {
  return value === null ? MISSING : withDigits(value, digits)
}

/**
 * Returns the number of decimals by metric, for the cells of one column or table. A metric without declared decimals
 * gets as many as its smallest value needs for three digits, at most six.
 */
export function absoluteDigits(cells: readonly Pick<Cell, 'metric' | 'value'>[]): (metric: string) => number {
  const smallest = new Map<string, number>()
  for (const { metric, value } of cells) {
    const size = Math.abs(value ?? 0)
    if (size > 0 && size < (smallest.get(metric) ?? Number.POSITIVE_INFINITY)) smallest.set(metric, size)
  }
  return (metric) => {
    const plain = metric.startsWith(AS_PUBLISHED_PREFIX) ? metric.slice(AS_PUBLISHED_PREFIX.length) : metric
    return METRIC_DIGITS.get(plain) ?? decimalsFor(smallest.get(metric) ?? 0)
  }
}

function decimalsFor(size: number): number {
  if (size === 0) return 0
  const leading = Math.floor(Math.log10(size)) + 1
  return Math.min(MAX_DECIMALS, Math.max(0, SIGNIFICANT_DIGITS - leading))
}

function withDigits(value: number, digits: number): string {
  const text = roundHalfEven(value, digits).toFixed(digits)
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text
}
