import type { Cell, Grid } from '../grid.ts'
import type { Footnote } from '../point.ts'

/** Makes links of footnotes absolute. A path to a page of this server would lead nowhere from a blog. */
export function withAbsoluteLinks(grid: Grid, origin: string): Grid {
  const absolute = (note: Footnote) => (note.href?.startsWith('/') ? { ...note, href: `${origin}${note.href}` } : note)
  const cellOf = (cell: Cell) =>
    cell.footnotes.some(({ href }) => href?.startsWith('/'))
      ? { ...cell, footnotes: cell.footnotes.map(absolute) }
      : cell
  return {
    ...grid,
    tables: grid.tables.map((table) => ({
      ...table,
      groups: table.groups.map((group) => ({
        ...group,
        rows: group.rows.map((row) => ({ ...row, cells: row.cells.map(cellOf) })),
      })),
    })),
  }
}
