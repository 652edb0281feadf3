import { formatRatio } from '../compare/format-cell.ts'
import type { Cell, Grid } from '../compare/grid.ts'

/** Whether today's results still say what a frozen figure says. */
export type Reproduction =
  | { kind: 'reproduced' }
  /** `cells` differ; the largest difference is that of `frozen` and `today`, in the digits of its table. */
  | { kind: 'differs'; cells: number; frozen: string; today: string }
  /** So many cells rest on runs that are not here any more. */
  | { kind: 'gone'; cells: number }

/** Cells are the same cell when table, metric, row and column are; what is only in today's grid is no difference. */
export function reproduceFigure(frozen: Grid, today: Grid): Reproduction {
  const now = new Map<string, Cell>()
  for (const { name, cell } of cellsOf(today)) now.set(name, cell)
  let gone = 0
  let differs = 0
  let largest = { size: -1, frozen: '', today: '' }
  for (const { name, cell } of cellsOf(frozen)) {
    if (cell.value === null) continue
    const other = now.get(name)
    if (other === undefined || other.value === null) {
      gone++
      continue
    }
    const [was, is] = shownOf(cell, other, frozen.show)
    if (was === is) continue
    differs++
    const size = Math.abs(Math.log(was / is))
    if (!(size <= largest.size)) largest = { size, ...wordsOf(cell, was, is) }
  }
  if (differs > 0) return { kind: 'differs', cells: differs, frozen: largest.frozen, today: largest.today }
  return gone > 0 ? { kind: 'gone', cells: gone } : { kind: 'reproduced' }
}

/** What the figure is read for: the ratio where it shows one, the value where it shows values. */
function shownOf(was: Cell, is: Cell, show: Grid['show']): [number, number] {
  const values: [number, number] = [was.value ?? Number.NaN, is.value ?? Number.NaN]
  if (show === 'absolute' || was.ratio === null || is.ratio === null) return values
  // Both sides may have moved alike, which a figure of both views shows.
  return show === 'both' && was.ratio === is.ratio ? values : [was.ratio, is.ratio]
}

function wordsOf(cell: Cell, was: number, is: number): { frozen: string; today: string } {
  if (cell.ratio === null || was !== cell.ratio) return { frozen: String(was), today: String(is) }
  const [frozen, today] = [formatRatio(was), formatRatio(is)]
  return frozen === today ? { frozen: String(was), today: String(is) } : { frozen, today }
}

function* cellsOf(grid: Grid): Generator<{ name: string; cell: Cell }> {
  for (const { key, metric, groups, columns } of grid.tables) {
    for (const { rows } of groups) {
      for (const { values, cells } of rows) {
        for (const [at, cell] of cells.entries()) {
          yield { name: JSON.stringify([key.values, metric, values, columns[at]?.values]), cell }
        }
      }
    }
  }
}
