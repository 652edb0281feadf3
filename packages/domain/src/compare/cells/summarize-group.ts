import { geometricMean } from '../../stats/geometric-mean.ts'
import { median } from '../../stats/median.ts'
import { isExcluded } from '../band.ts'
import type { Cell, GroupSummary } from '../grid.ts'

/**
 * Geometric mean, median and range of the ratios of one group in one column, without excluded results.
 *
 * @returns null when no ratio is left, or one is negative and has no geometric mean.
 */
export function summarizeGroup(cells: readonly Cell[]): GroupSummary {
  const ratios = cells.flatMap(({ ratio, footnotes }) => (ratio === null || isExcluded(footnotes) ? [] : [ratio]))
  const average = geometricMean(ratios)
  const middle = median(ratios)
  if (average === null || middle === null) return null
  return {
    count: ratios.length,
    geometricMean: average,
    median: middle,
    min: Math.min(...ratios),
    max: Math.max(...ratios),
  }
}
