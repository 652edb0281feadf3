import type { Comparison } from '@assay/domain/compare/comparison'
import { tableComparison } from '@assay/domain/compare/explain/table-comparison'
import type { CellRef } from '@assay/domain/compare/tldr/tldr'
import { comparisonPath } from '../compare/comparison-path.ts'
import { cellHref } from '../compare/surface/cell-parameter.ts'
import { askComparison } from '../studies/frame/ask-grid.ts'
import { TldrSection } from './tldr.tsx'

type Props = { project: string; comparison: Comparison; title?: string }

/** The tl;dr of a study; each number links to its cell on the compare page, filtered to its table where possible. */
export async function StudyTldr({ project, comparison, title }: Props) {
  const { grid, tldr } = await askComparison(project, comparison)
  const hrefOf = (cellRef: CellRef) => {
    const alone = tableComparison(comparison, grid, cellRef.table)
    return cellHref(comparisonPath(project, alone.comparison))({ ...cellRef, table: alone.table })
  }
  return <TldrSection tldr={tldr} hrefOf={hrefOf} {...(title === undefined ? {} : { title })} />
}
