import { valueLabel } from '../axis-label.ts'
import type { DimensionName } from '../dimension.ts'
import type { AxisKey } from '../grid.ts'

/** The words of a key, without unknown values and without a dimension that is shown elsewhere. */
export function knownValues(
  { values }: AxisKey,
  dimensions: readonly DimensionName[],
  without: DimensionName | null = null,
): string {
  return values
    .flatMap((value, at) => {
      const dimension = dimensions[at]
      if (value === 'unknown' || value === '' || dimension === without) return []
      // A bare 2 could be anything.
      return dimension === 'repeat' ? [valueLabel(dimension, value)] : [value]
    })
    .join(' ')
}
