import type { Comparison } from '@assay/domain/compare/comparison'
import type { CellRef } from '@assay/domain/compare/tldr/tldr'

/** Data that the functions for parts of a table need to build links. */
export type TableLinks = {
  project: string
  comparison: Comparison
  hrefTo: (comparison: Comparison) => string
  /** The address that opens the chart of a row. */
  chartHref: (chart: string) => string
  /** The cell that the address names, to which the page scrolls. */
  cell?: CellRef | null
  /** Ids of cells that a text on the page links to. */
  cellId?: (cellRef: CellRef) => string | null
}
