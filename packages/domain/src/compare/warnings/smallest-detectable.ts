import { median } from '../../stats/median.ts'
import type { Cell } from '../grid.ts'

/**
 * The smallest change that half of the judged cells could detect: the median over cells of the factor between the
 * center of the 95% interval and its limits, minus 1. At 0.04, a ratio of 1.04 (or its inverse) is just significant in
 * a typical cell on its own; the correction for many cells requires more.
 *
 * @returns a share, or null when no cell has an interval.
 */
export function smallestDetectable(cells: readonly Pick<Cell, 'verdict'>[]): number | null {
  const factors = cells.flatMap(({ verdict }) => {
    const interval = verdict?.interval
    return interval == null || interval.low <= 0 ? [] : [Math.sqrt(interval.high / interval.low)]
  })
  const typical = median(factors)
  return typical === null ? null : typical - 1
}
