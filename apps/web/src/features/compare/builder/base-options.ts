import type { Base, Comparison } from '@assay/domain/compare/comparison'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { DimensionName } from '@assay/domain/compare/dimension'
import type { Grid } from '@assay/domain/compare/grid'

export type BaseOption = { value: string; label: string }
export type BaseOptions = { plain: BaseOption[]; columns: BaseOption[]; rows: BaseOption[] }

/** Maximum options. Further rows are tests, which are rarely a base; their headers still link to it. */
const MAX_BASE_OPTIONS = 40

/** Options for the baseline: none, the first row or column, or any row or column by name. */
export function baseOptions(comparison: Comparison, grid: Grid): BaseOptions {
  const [table] = grid.tables
  const columns = axisOptions(grid.columnDimensions, table?.columns ?? [])
  const rows = axisOptions(grid.rowDimensions, table?.groups.flatMap((group) => group.rows) ?? [])
  const plain = [
    { value: 'first-column', label: 'First column' },
    { value: 'first-row', label: 'First row' },
    { value: 'first-cell', label: 'First row of the first column' },
    { value: 'none', label: 'No base (absolute values)' },
  ]
  const current = baseText(comparison.base)
  const listed = [...plain, ...columns, ...rows].some(({ value }) => value === current)
  return { plain: listed ? plain : [...plain, { value: current, label: table?.baseLabel ?? current }], columns, rows }
}

/** A base as the query of a comparison writes it. */
export function baseText(base: Base): string {
  const query = new URLSearchParams(toQuery({ ...DEFAULT_COMPARISON, base }))
  return query.get('base') ?? 'first-column' // The default is not part of the query.
}

function axisOptions(
  dimensions: readonly DimensionName[],
  keys: readonly { values: readonly string[]; label: string }[],
): BaseOption[] {
  if (dimensions.length === 0 || dimensions.includes('test') || keys.length > MAX_BASE_OPTIONS) return []
  return keys.map(({ values, label }) => {
    const named = Object.fromEntries(dimensions.map((dimension, index) => [dimension, values[index] ?? '']))
    return { value: baseText({ kind: 'values', values: named }), label }
  })
}
