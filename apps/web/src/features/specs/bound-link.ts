import { formatRatio } from '@assay/domain/compare/format-cell'
import { cellFormatter } from '@assay/domain/compare/render/shown-table'
import type { CellRef } from '@assay/domain/compare/tldr/tldr'
import type { Evidence, EvidenceFigure } from '@assay/domain/specs/evidence/evidence'
import { evidenceGrid } from '@assay/domain/specs/evidence/evidence-grid'
import { pathTo, writeBoundTo } from '@assay/domain/specs/evidence/find-cell'
import { parseCellRef } from '../compare/surface/cell-parameter.ts'

/**
 * Returns the chosen value of a cell in the preview as a Markdown link that binds it to the cell; null when the element
 * is not in a cell.
 */
export function boundLinkOf(chosen: Element, { figures }: Evidence): string | null {
  const td = chosen.closest('td')
  const cellRef = parseCellRef(td?.querySelector<HTMLElement>('[data-ref]')?.dataset.ref ?? td?.dataset.ref ?? null)
  const shown = td?.closest('[data-figure], [data-inner-figure]')
  if (cellRef === null || !(shown instanceof HTMLElement)) return null
  const number = Number(shown.dataset.figure ?? shown.dataset.innerFigure)
  const figure = figures.find((one) => one.number === number)
  return figure === undefined ? null : linkToCell(figure, cellRef)
}

/** The value of a cell as a Markdown link that binds it to the cell; null for a cell without a value. */
export function linkToCell(figure: EvidenceFigure, cellRef: CellRef): string | null {
  if (figure.figure === null || figure.frozen === null) return null
  const grid = evidenceGrid(figure.frozen.figure)
  const of = grid.tables[cellRef.table]
  const cell = of?.groups.flatMap(({ rows }) => rows)[cellRef.row]?.cells[cellRef.column]
  if (of === undefined || cell === undefined || cell.value === null) return null
  const isRatio = grid.show !== 'absolute' && cell.ratio !== null && !cell.isBase
  const words = isRatio ? `${formatRatio(cell.ratio)}X` : cellFormatter(of)(cell, 'absolute')
  const path = pathTo(grid, cellRef, figure.figure.tables)
  return `[${words}](${writeBoundTo({ figure: figure.figure.name ?? String(figure.number), path })})`
}
