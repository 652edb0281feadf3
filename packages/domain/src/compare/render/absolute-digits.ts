import { AS_PUBLISHED_PREFIX, METRIC_DIGITS } from '../../run/metric.ts'
import type { Cell } from '../grid.ts'

/** Minimum digits of the smallest value of an unknown metric, and the maximum number of decimals. */
const SIGNIFICANT_DIGITS = 3
const MAX_DECIMALS = 6

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
