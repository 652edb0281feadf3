import type { Grid, GridGroup, GridRow, GridTable, GroupSummary } from '@assay/domain/compare/grid'
import type { RowKind } from './use-visible-rows.ts'

export type SummaryKind = 'mean' | 'median' | 'range'

/** Summaries of the ratios of a group; a heat map has the mean alone, because a range is wider than its cells. */
export const summaryKinds = (show: Grid['show'], isHeat: boolean): readonly SummaryKind[] =>
  show === 'absolute' ? [] : isHeat ? ['mean'] : ['mean', 'median', 'range']

/** One line of the body of a table. `rowIndex` is the position of a row, counted through groups. */
export type PivotItem = { kind: RowKind; group: number } & (
  | { kind: 'group'; name: string }
  | { kind: 'row'; row: GridRow; rowIndex: number }
  | { kind: 'summary'; summary: SummaryKind; values: readonly GroupSummary[] }
)

/** Returns the lines of a table from top to bottom: of each group its name, its rows and the summary of their ratios. */
export function pivotItems({ groups }: GridTable, summaries: readonly SummaryKind[]): PivotItem[] {
  let rowIndex = 0
  return groups.flatMap((one, group) => {
    const head: PivotItem[] = one.name === null ? [] : [{ kind: 'group', group, name: one.name }]
    const rows = one.rows.map((row): PivotItem => ({ kind: 'row', group, row, rowIndex: rowIndex++ }))
    return [...head, ...rows, ...summariesOf(one, group, summaries)]
  })
}

function summariesOf({ rows, summaries }: GridGroup, group: number, kinds: readonly SummaryKind[]): PivotItem[] {
  if (rows.length < 2 || summaries.length === 0) return []
  return kinds.map((summary) => ({
    kind: 'summary',
    group,
    summary,
    values: summaries,
  }))
}
