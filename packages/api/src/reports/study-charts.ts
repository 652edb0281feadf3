import { fromQuery } from '@assay/domain/compare/comparison-url'
import { hasPage, PAGE_OF_STUDY } from '@assay/domain/compare/studies/pages/page-of-study'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { chartsAmong } from '@assay/domain/publish/share/figure-elements'
import { freezePage } from '@assay/domain/publish/share/freeze-page'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'
import { ownParameters, readStudyPage } from '../studies/read-study-page.ts'

/** Returns the charts of a study page from current results; undefined when there is no such page. */
export async function studyCharts(
  services: Services,
  access: ProjectAccess,
  { study, query }: { study: string | null; query: string },
): Promise<readonly ChartModel[] | undefined> {
  if (!hasPage(study)) return undefined
  const given = new URLSearchParams(query)
  const own = ownParameters(study, Object.fromEntries(given))
  for (const name of PAGE_OF_STUDY[study].parameters) given.delete(name)
  const page = await readStudyPage(services, access, study, { comparison: fromQuery(given).comparison, own })
  return chartsAmong(freezePage(page).parts)
}
