import { valueLabel } from './axis-label.ts'
import { isChange } from './change-band.ts'
import type { Comparison } from './comparison.ts'
import type { DimensionName } from './dimension.ts'
import { byName } from './dimension-order.ts'
import type { Grid, GridGroup, GridRow } from './grid.ts'
import { summariseGroup } from './summarise-group.ts'

/** The name of the group of a row: that of its test, after the dimensions before the test on the axis. */
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
 * Rows made groups, and sorted inside them. Summaries count every row; `onlyChanged` then hides the rows without a
 * change (change-band.ts), and groups that have none left.
 *
 * @param rows in the order of the axis, where rows of a group follow each other.
 */
export function makeGroups(
  rows: readonly GridRow[],
  comparison: Pick<Comparison, 'sort' | 'onlyChanged'>,
  show: Grid['show'],
): { groups: GridGroup[]; hiddenRows: number } {
  const groups = consecutiveGroups(rows).map(({ name, rows: all }) => {
    const kept = comparison.onlyChanged ? all.filter(hasChange) : all
    const columns = all[0]?.cells.length ?? 0
    return {
      name,
      rows: sortRows(kept, comparison.sort, show),
      summaries: Array.from({ length: columns }, (_, column) => {
        return summariseGroup(all.flatMap((row) => row.cells[column] ?? []))
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

/** Sorts rows by a column. Rows without a number in it come last, in both directions. */
function sortRows(rows: readonly GridRow[], sort: Comparison['sort'], show: Grid['show']): readonly GridRow[] {
  if (sort.kind === 'order') return rows
  if (sort.kind === 'name') return rows.toSorted((a, b) => byName(a.label, b.label))
  const sign = sort.direction === 'ascending' ? 1 : -1
  const shown = ({ cells }: GridRow) => {
    const cell = cells[sort.column]
    return (show === 'absolute' ? cell?.value : cell?.ratio) ?? null
  }
  return rows.toSorted((a, b) => {
    const [x, y] = [shown(a), shown(b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return sign * (x - y)
  })
}
