import type { Cell, Grid, GridTable } from '../../compare/grid.ts'
import { tableTitle } from '../../compare/render/shown-table.ts'
import type { CellRef } from '../../compare/tldr/tldr.ts'
import { err, ok, type Result } from '../../result.ts'

/** The target of a link on a number in a text: `figure:sort#row/column`. */
export type BoundTo = {
  /** Name of the figure, or its number as text. */
  figure: string
  /** Row and column, preceded by the table if there are several; empty for the whole figure. */
  path: readonly string[]
}

export const BOUND_SCHEME = 'figure:'

/** Parses a link to a cell; null for other links. Segments may be percent-encoded. */
export function readBoundTo(href: string): BoundTo | null {
  if (!href.startsWith(BOUND_SCHEME)) return null
  const [figure = '', ...rest] = href.slice(BOUND_SCHEME.length).split('#')
  const path = rest.join('#')
  return {
    figure: decoded(figure).trim(),
    path: path === '' ? [] : path.split('/').map((part) => decoded(part).trim()),
  }
}

/** The inverse of `readBoundTo`, for the destination of a Markdown link. */
export const writeBoundTo = ({ figure, path }: BoundTo): string =>
  `${BOUND_SCHEME}${encoded(figure)}${path.length === 0 ? '' : `#${path.map(encoded).join('/')}`}`

/** Only characters that end a link or a path segment are encoded, so that people can read the rest. */
const encoded = (part: string) =>
  encodeURIComponent(part)
    .replaceAll(/[()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
    .replaceAll(/%(?:3D|3A|2C|2B|40)/g, decodeURIComponent)

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The shortest path that `findCell` resolves to this cell. */
export function pathTo(grid: Grid, ref: CellRef, shown: readonly number[] | null): string[] {
  const table = grid.tables[ref.table]
  if (table === undefined) return []
  const words = [rowsOf(table)[ref.row]?.label ?? '', table.columns[ref.column]?.label ?? '']
  const title = tableTitle(grid, table)
  const ways = [words, ...(title === '' ? [] : [[title, ...words]])]
  const isIt = (path: string[]) => {
    const found = findCell(grid, path, shown)
    return found.ok && found.value.cell === rowsOf(table)[ref.row]?.cells[ref.column]
  }
  return ways.find(isIt) ?? [String(ref.table + 1), ...words]
}

export type FoundCell = { cell: Cell; place: CellRef }

/**
 * Finds the cell that a path names by labels of the table: `row/column`, or `table/row/column`. A table is named by its
 * title, metric or number from 1; the name of an only row or column may be omitted. If the path does not name exactly
 * one cell, the error is a sentence.
 *
 * @param shown numbers of the tables that the figure shows, from 1; null for all.
 */
export function findCell(
  grid: Grid,
  path: readonly string[],
  shown: readonly number[] | null,
): Result<FoundCell, string> {
  const tables = [...grid.tables.entries()].filter(([index]) => shown?.includes(index + 1) ?? true)
  const [name, row, column] =
    path.length >= 3 ? [path[0] ?? null, path[1] ?? '', path.slice(2).join('/')] : [null, path[0] ?? '', path[1] ?? '']
  const named = name === null ? tables : tables.filter(([index, table]) => namesOf(grid, table, index).includes(name))
  if (name !== null && named.length === 0) {
    return err(`it has no table "${name}"${among(tables.map(([, table]) => tableTitle(grid, table)))}`)
  }
  const found = named.flatMap(([index, table]) => cellsAt(table, index, { row, column }))
  const [first, ...others] = found
  if (first === undefined)
    return err(
      missing(
        named.map(([, table]) => table),
        { row, column },
      ),
    )
  if (others.length === 0) return ok(first)
  return err(
    new Set(found.map(({ place }) => place.table)).size > 1
      ? `"${path.join('/')}" occurs in ${found.length} tables; put the table before it${among(named.map(([, table]) => tableTitle(grid, table)))}`
      : `"${path.join('/')}" names ${found.length} cells`,
  )
}

const namesOf = (grid: Grid, table: GridTable, index: number) =>
  [tableTitle(grid, table), table.key.label, table.metric, String(index + 1)].filter((one) => one !== '')

const rowsOf = ({ groups }: GridTable) => groups.flatMap(({ rows }) => rows)

function cellsAt(table: GridTable, index: number, { row, column }: { row: string; column: string }): FoundCell[] {
  const rows = rowsOf(table)
  const columnIndexes = indexesOf(table.columns, column)
  return indexesOf(rows, row).flatMap((at) =>
    columnIndexes.flatMap((position) => {
      const cell = rows[at]?.cells[position]
      return cell === undefined ? [] : [{ cell, place: { table: index, row: at, column: position } }]
    }),
  )
}

function indexesOf(list: readonly { label: string; values: readonly string[] }[], name: string): number[] {
  if (name === '' && list.length === 1) return [0]
  const by = (nameOf: (one: { label: string; values: readonly string[] }) => string) =>
    list.flatMap((one, at) => (nameOf(one) === name ? [at] : []))
  const labeled = by(({ label }) => label)
  return labeled.length > 0 ? labeled : by(({ values }) => values.join(' '))
}

function missing(tables: readonly GridTable[], { row, column }: { row: string; column: string }): string {
  const hasRow = tables.some((table) => indexesOf(rowsOf(table), row).length > 0)
  return hasRow
    ? `it has no column "${column}"${among(tables.flatMap(({ columns }) => columns.map(({ label }) => label)))}`
    : `it has no row "${row}"${among(tables.flatMap((table) => rowsOf(table).map(({ label }) => label)))}`
}

/** Lists some of the existing names. */
function among(names: readonly string[]): string {
  const known = [...new Set(names)].filter((one) => one !== '')
  if (known.length === 0) return ''
  return `; there ${known.length === 1 ? 'is' : 'are'} ${known.slice(0, 4).join(', ')}${known.length > 4 ? ', …' : ''}`
}
