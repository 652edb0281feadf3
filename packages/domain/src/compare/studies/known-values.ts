import { valueLabel } from '../axis-label.ts'
import type { DimensionName } from '../dimension.ts'
import type { AxisKey } from '../grid.ts'

/** The values of a key as text, without unknown ones and without one given dimension that is shown elsewhere. */
export function knownValues(
  { values }: AxisKey,
  dimensions: readonly DimensionName[],
  without: DimensionName | null = null,
): string {
  return values
    .flatMap((value, at) => {
      const dimension = dimensions[at]
      if (value === 'unknown' || value === '' || dimension === without) return []
      // The number of a repeat needs its name, because a bare 2 could be anything.
      return dimension === 'repeat' ? [valueLabel(dimension, value)] : [value]
    })
    .join(' ')
}
