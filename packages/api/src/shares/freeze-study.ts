import type { Comparison } from '@assay/domain/compare/comparison'
import type { FrozenStudy } from '@assay/domain/report/frozen-figure'
import { cellsOfGrid, gridsOf } from '@assay/domain/share/figure-parts'
import { freezePage } from '@assay/domain/share/freeze-page'
import type { PagedStudy } from '@assay/domain/studies/pages/page-of-study'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readFrozenRuns } from '../reports/freeze-figure.ts'
import type { Services } from '../services.ts'
import { ownParameters, readStudyPage } from '../studies/read-study-page.ts'

type Asked = {
  kind: PagedStudy
  title: string
  query: string
  comparison: Comparison
  own: Readonly<Record<string, string>>
}

/** Everything that a study page shows now, with the runs that it rests on; null when it shows no number. */
export async function freezeStudy(
  services: Services,
  access: ProjectAccess,
  { kind, title, query, comparison, own: given }: Asked,
  now: Date,
): Promise<FrozenStudy | null> {
  const own = ownParameters(kind, given)
  const page = freezePage(await readStudyPage(services, access, kind, { comparison, own }))
  const cells = gridsOf(page.parts).flatMap(({ grid }) => cellsOfGrid(grid))
  if (cells.every(({ value }) => value === null)) return null
  const ids = [...new Set(cells.flatMap(({ runIds }) => runIds))]
  const runs = await readFrozenRuns(access, ids)
  return { format: 2, title, study: kind, query, own, frozenAt: now.toISOString(), page, runs }
}
