import { formatRatio } from '../../compare/format-cell.ts'
import type { Cell, Grid, GridRow } from '../../compare/grid.ts'

/** Result of comparing a frozen figure with the current results. */
export type Reproduction =
  | { kind: 'reproduced' }
  /**
   * `cells` of the cells differ; the largest difference is between `frozen` and `today`, in the digits of its table.
   */
  | { kind: 'differs'; cells: number; frozen: string; today: string }
  /** The runs of `cells` cells were removed. */
  | { kind: 'gone'; cells: number }

/** A cell with a name that is unique on its page. */
export type NamedCell = {
  name: string
  cell: Cell
  show: Grid['show']
  /** Name of the cell that it is divided by, if the grid has one base row, column or cell. */
  baseName: string | null
}

/**
 * Compares the cells that both grids have: those with the same table, metric, row and column. Cells that only today's
 * grid has are ignored. A ratio is divided by the same cell as when it was frozen, even if another row or column is the
 * first now; without that cell it is gone.
 */
export const reproduceFigure = (frozen: Grid, today: Grid): Reproduction =>
  compareCells(namedCells(frozen), namedCells(today))

/** The value of a cell and its ratio to the base. */
export type CellNumbers = { value: number | null; ratio: number | null }

/** Returns the current numbers of a cell of the frozen grid; null if they no longer exist. */
export function cellsToday(frozen: Grid, today: Grid): (cell: Cell) => CellNumbers | null {
  const named = new Map(namedCells(frozen).map((one) => [one.cell, one]))
  const now = new Map(namedCells(today).map(({ name, cell }) => [name, cell]))
  return (cell) => {
    const one = named.get(cell)
    const is = one === undefined ? undefined : now.get(one.name)
    if (one === undefined || is === undefined || is.value === null) return null
    const base = one.baseName === null ? null : now.get(one.baseName)
    const ratio = cell.ratio === null ? null : ratioToday(cell, is, base)
    return cell.ratio !== null && ratio === null ? null : { value: is.value, ratio }
  }
}

/** Compares the cells of whole pages in the same way. */
export function compareCells(frozen: readonly NamedCell[], today: readonly NamedCell[]): Reproduction {
  const now = new Map(today.map(({ name, cell }) => [name, cell]))
  let gone = 0
  let differs = 0
  let largest = { size: -1, frozen: '', today: '' }
  for (const { name, cell, show, baseName } of frozen) {
    if (cell.value === null) continue
    const pair = shownOf(cell, now.get(name), show, baseName === null ? null : now.get(baseName))
    if (pair === null) {
      gone++
      continue
    }
    const [was, is] = pair
    if (was === is) continue
    differs++
    const size = Math.abs(Math.log(was / is))
    if (!(size <= largest.size)) largest = { size, ...wordsOf(cell, was, is) }
  }
  if (differs > 0) return { kind: 'differs', cells: differs, frozen: largest.frozen, today: largest.today }
  return gone > 0 ? { kind: 'gone', cells: gone } : { kind: 'reproduced' }
}

/**
 * The number that the figure shows, a ratio or a value; null if there is no current one.
 *
 * @param base current cell of the frozen base; undefined if it was removed, null if the engine finds the base.
 */
function shownOf(
  was: Cell,
  is: Cell | undefined,
  show: Grid['show'],
  base: Cell | null | undefined,
): [number, number] | null {
  if (was.value === null || is === undefined || is.value === null) return null
  if (show === 'absolute' || was.ratio === null) return [was.value, is.value]
  const ratio = ratioToday(was, is, base)
  if (ratio === null) return null
  // If a table shows both, values are compared when the ratios are equal, because both sides may have changed.
  return show === 'both' && was.ratio === ratio ? [was.value, is.value] : [was.ratio, ratio]
}

function ratioToday(was: Cell, is: Cell, base: Cell | null | undefined): number | null {
  if (base === undefined) return null
  if (base === null || base.isBase) return is.ratio
  if (is.value === null || base.value === null || base.value === 0) return null
  if (is.value === was.value && base.value === was.baseValue) return was.ratio
  return (is.value / base.value) * perClientFactor(was)
}

/** The factor by which a frozen ratio of rates per client was multiplied to compare totals (compare/per-client.ts). */
function perClientFactor({ value, baseValue, ratio }: Cell): number {
  if (value === null || baseValue === null || ratio === null || ratio === value / baseValue) return 1
  return ratio / (value / baseValue)
}

function wordsOf(cell: Cell, was: number, is: number): { frozen: string; today: string } {
  if (cell.ratio === null || was !== cell.ratio) return { frozen: String(was), today: String(is) }
  const [frozen, today] = [formatRatio(was), formatRatio(is)]
  return frozen === today ? { frozen: String(was), today: String(is) } : { frozen, today }
}

/**
 * The cells of a grid with names.
 *
 * @param page prefix that distinguishes grids of one page.
 */
export function namedCells({ tables, show }: Grid, page = ''): NamedCell[] {
  return tables.flatMap(({ key, metric, groups, columns }) => {
    const rows = groups.flatMap((group) => group.rows)
    const nameOf = (row: GridRow, column: number) =>
      JSON.stringify([page, key.values, metric, row.values, columns[column]?.values])
    const baseRows = rows.filter(({ isBase }) => isBase)
    const baseColumns = columns.flatMap(({ isBase }, at) => (isBase ? [at] : []))
    const baseCells = rows.flatMap((row) => row.cells.flatMap(({ isBase }, at) => (isBase ? [nameOf(row, at)] : [])))
    const baseNameOf = (row: GridRow, column: number): string | null => {
      if (baseCells.length === 1) return baseCells[0] ?? null
      if (baseColumns.length === 1 && baseRows.length === 0) return nameOf(row, baseColumns[0] ?? 0)
      if (baseRows[0] !== undefined && baseRows.length === 1 && baseColumns.length === 0)
        return nameOf(baseRows[0], column)
      return null
    }
    return rows.flatMap((row) =>
      row.cells.map((cell, at) => ({ name: nameOf(row, at), cell, show, baseName: baseNameOf(row, at) })),
    )
  })
}
