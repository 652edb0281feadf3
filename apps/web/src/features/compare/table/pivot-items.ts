import type { GridGroup, GridRow, GridTable, GroupSummary } from '@assay/domain/compare/grid'
import type { RowKind } from './use-visible-rows.ts'

export type SummaryKind = 'mean' | 'median' | 'range'

/** One line of the body of a table. `rowIndex` is the position of a row, counted through groups. */
export type PivotItem = { kind: RowKind; group: number } & (
  | { kind: 'group'; name: string }
  | { kind: 'row'; row: GridRow; rowIndex: number }
  | { kind: 'summary'; summary: SummaryKind; values: readonly GroupSummary[] }
)

/** Returns the lines of a table from top to bottom: of each group its name, its rows and the summary of their ratios. */
export function pivotItems({ groups }: GridTable, hasSummaries: boolean): PivotItem[] {
  let rowIndex = 0
  return groups.flatMap((one, group) => {
    const head: PivotItem[] = one.name === null ? [] : [{ kind: 'group', group, name: one.name }]
    const rows = one.rows.map((row): PivotItem => ({ kind: 'row', group, row, rowIndex: rowIndex++ }))
    return [...head, ...rows, ...(hasSummaries ? summariesOf(one, group) : [])]
  })
}

function summariesOf({ rows, summaries }: GridGroup, group: number): PivotItem[] {
  if (rows.length < 2 || summaries.length === 0) return []
  return (['mean', 'median', 'range'] as const).map((summary) => ({
    kind: 'summary',
    group,
    summary,
    values: summaries,
  }))
}
