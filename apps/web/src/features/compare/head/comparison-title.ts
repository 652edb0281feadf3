import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { DimensionName } from '@assay/domain/compare/dimension'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'

/** Returns the title of the study, or else the dimensions of rows and columns: `Test by version and config`. */
export function comparisonTitle(
  comparison: Comparison,
  studies: readonly { title: string; comparison: Comparison }[],
): string {
  const query = toQuery(comparison)
  const study = studies.find((one) => toQuery(one.comparison) === query)
  if (study !== undefined) return study.title
  const rows = listed(comparison.rows)
  const columns = listed(comparison.columns)
  if (rows === '' && columns === '') return 'All results'
  const title = rows === '' || columns === '' ? rows + columns : `${rows} by ${columns}`
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** Formats `product, version and config`. */
function listed(dimensions: readonly DimensionName[]): string {
  const names = dimensions.map((dimension) => dimensionLabel(dimension).toLowerCase())
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
