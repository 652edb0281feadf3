import type { Cell } from '@assay/domain/compare/grid'
import type { CellDrawing } from './pivot-cell.tsx'

/** A cell, and the number of columns that it takes. */
type CellSpan = { cell: Cell; column: number; span: number }

/** The cells of a row. Neighbors without a result are one cell of a heat map, which has mostly such cells when it is wide. */
export function cellSpans(
  cells: readonly Cell[],
  { isHeat, newest }: Pick<CellDrawing, 'isHeat' | 'newest'>,
): CellSpan[] {
  const spans: CellSpan[] = []
  let isOpen = false
  for (const [column, cell] of cells.entries()) {
    const last = spans.at(-1)
    const joins = isHeat && cell.value === null && column !== newest
    if (joins && isOpen && last !== undefined) last.span += 1
    else spans.push({ cell, column, span: 1 })
    isOpen = joins
  }
  return spans
}
