import { cellLook } from '@assay/domain/compare/cell-look'
import type { Cell } from '@assay/domain/compare/grid'
import style from './table-cells.module.css'

/** The class of a cell with a value; undefined for a plain cell. */
export function cellClass(cell: Cell): string | undefined {
  const look = cellLook(cell)
  if (look === 'plain') return undefined
  return look === 'base' ? style.baseCell : look === 'excluded' ? style.noPart : style[look]
}
