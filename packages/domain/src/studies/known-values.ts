import type { DimensionName } from '../compare/dimension.ts'
import type { AxisKey } from '../compare/grid.ts'

/** A key in the words that tell something: without values that nobody knows, and without a dimension said elsewhere. */
export function knownValues(
  { values }: AxisKey,
  dimensions: readonly DimensionName[],
  without: DimensionName | null = null,
): string {
  return values.filter((value, at) => value !== 'unknown' && value !== '' && dimensions[at] !== without).join(' ')
}
