import type { Comparison } from '@assay/domain/compare/comparison'
import type { Cell } from '@assay/domain/compare/grid'
import type { PagedStudy } from '@assay/domain/compare/studies/pages/page-of-study'
import type { StudyPage } from '@assay/domain/compare/studies/pages/study-page'
import type { FrozenStudy } from '@assay/domain/publish/report/frozen-figure'
import { cellsOfGrid, chartsAmong, gridsOf } from '@assay/domain/publish/share/figure-elements'
import { freezePage } from '@assay/domain/publish/share/freeze-page'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readComparison } from '../comparisons/read-comparison.ts'
import { readFrozenRuns } from '../reports/freeze-figure.ts'
import type { Services } from '../services.ts'
import { ownParameters, readStudyPage } from '../studies/read-study-page.ts'

type StudyToFreeze = {
  kind: PagedStudy
  title: string
  query: string
  comparison: Comparison
  own: Readonly<Record<string, string>>
}

/** Freezes the content that a study page shows now, with the runs behind it; null when it shows no value. */
export async function freezeStudy(
  services: Services,
  access: ProjectAccess,
  { kind, title, query, comparison, own: given }: StudyToFreeze,
  now: Date,
): Promise<FrozenStudy | null> {
  const own = ownParameters(kind, given)
  const page = freezePage(await readStudyPage(services, access, kind, { comparison, own }))
  const cells = await shownCells(access, page)
  if (cells.every(({ value }) => value === null)) return null
  const ids = [...new Set(cells.flatMap(({ runIds }) => runIds))]
  const runs = await readFrozenRuns(access, ids)
  return { format: 2, title, study: kind, query, own, frozenAt: now.toISOString(), page, runs }
}

/** Returns the cells behind a page: those of its tables, or of its comparison when it has charts and no tables. */
async function shownCells(access: ProjectAccess, { parts, comparison }: StudyPage): Promise<Cell[]> {
  const grids = gridsOf(parts)
  if (grids.length > 0 || chartsAmong(parts).length === 0) return grids.flatMap(({ grid }) => cellsOfGrid(grid))
  return cellsOfGrid((await readComparison(access, comparison)).grid)
}
