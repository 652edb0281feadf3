import type { Comparison } from '../comparison.ts'
import { byName } from '../dimension-order.ts'
import type { Grid, GridRow } from '../grid.ts'

/** Sorts rows by a column; rows without a number in it come last, in both directions. */
export function sortRows(rows: readonly GridRow[], sort: Comparison['sort'], show: Grid['show']): readonly GridRow[] {
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
