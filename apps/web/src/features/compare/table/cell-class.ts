import type { Cell } from '@assay/domain/compare/grid'
import { cellTint } from '@assay/domain/compare/render/cell-tint'
import style from './table-cells.module.css'

/** The class of a cell with a value; undefined for a plain cell. */
export function cellClass(cell: Cell): string | undefined {
  const tint = cellTint(cell)
  if (tint === 'plain') return undefined
  return tint === 'base' ? style.baseCell : tint === 'excluded' ? style.noPart : style[tint]
}
