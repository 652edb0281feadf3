import { valueLabel } from '../axis-label.ts'
import { isChange } from '../change-band.ts'
import type { Comparison } from '../comparison.ts'
import type { DimensionName } from '../dimension.ts'
import type { Grid, GridGroup, GridRow } from '../grid.ts'
import { sortRows } from './sort-rows.ts'
import { summarizeGroup } from './summarize-group.ts'

/** The group of a row: the labels of the dimensions before the test on the axis, then the group of the test. */
export function groupName(
  dimensions: readonly DimensionName[],
  values: readonly string[],
  groupOfTest: (test: string) => string,
): string | null {
  const at = dimensions.indexOf('test')
  if (at < 0) return null
  const before = dimensions.slice(0, at).flatMap((dimension, i) => {
    return dimension === 'group' ? [] : [valueLabel(dimension, values[i] ?? '')]
  })
  const name = [...before, groupOfTest(values[at] ?? '')].filter((part) => part !== '').join(', ')
  return name === '' ? null : name
}

/**
 * Groups rows and sorts them within their groups. Summaries include every row; `onlyChanged` then hides rows without a
 * change (change-band.ts) and groups without rows.
 *
 * @param rows in the order of the axis, so that rows of one group are adjacent.
 */
export function makeGroups(
  rows: readonly GridRow[],
  comparison: Pick<Comparison, 'sort' | 'onlyChanged'>,
  show: Grid['show'],
): { groups: GridGroup[]; hiddenRows: number } {
  const groups = consecutiveGroups(rows).map(({ name, rows: all }) => {
    const remaining = comparison.onlyChanged ? all.filter(hasChange) : all
    const columns = all[0]?.cells.length ?? 0
    return {
      name,
      rows: sortRows(remaining, comparison.sort, show),
      summaries: Array.from({ length: columns }, (_, column) => {
        return summarizeGroup(all.flatMap((row) => row.cells[column] ?? []))
      }),
    }
  })
  const visible = groups.filter((group) => group.rows.length > 0)
  return { groups: visible, hiddenRows: rows.length - visible.reduce((count, group) => count + group.rows.length, 0) }
}

function hasChange({ cells }: GridRow): boolean {
  return cells.some(isChange)
}

function consecutiveGroups(rows: readonly GridRow[]): { name: string | null; rows: GridRow[] }[] {
  const groups: { name: string | null; rows: GridRow[] }[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last !== undefined && last.name === row.group) last.rows.push(row)
    else groups.push({ name: row.group, rows: [row] })
  }
  return groups
}
