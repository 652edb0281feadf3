import { fromQuery, toQuery } from '@assay/domain/compare/comparison-url'
import { partialSelection } from '@assay/domain/compare/studies/selection/partial-selection'
import { isPickedStudy, type PickedStudy } from '@assay/domain/compare/studies/selection/study-choice'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { CHART_PARAMETERS } from '../../../../../charts/chart-parameters.ts'
import { CHART_PARAMETER } from '../../../../../features/compare/surface/chart-parameter.ts'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { NoSuchStudyYet } from '../../../../../features/studies/frame/no-such-study-yet.tsx'
import { STUDY_SCREENS } from '../../../../../features/studies/registry.tsx'
import { studyPath } from '../../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import { api, getProjectKey } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; study: string }>; searchParams: SearchParams }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { study } = await params
  return { title: isPickedStudy(study) ? STUDY_SCREENS[study].title : 'Study' }
}

export default async function StudyPage({ params, searchParams }: Props) {
  const { project: slug, study: kind } = await params
  const project = await getProjectKey(slug)
  if (!isPickedStudy(kind)) notFound()
  const { Screen, title, parameters = [] } = STUDY_SCREENS[kind]
  const given = await readSearchParams(searchParams)
  const own = Object.fromEntries(parameters.map((name) => [name, given.get(name) ?? undefined]))
  for (const name of [...parameters, ...CHART_PARAMETERS, CHART_PARAMETER]) given.delete(name)
  const partial = partialSelection(given)
  if (partial !== null) {
    const query = await (await api()).comparisons.study({ project, kind, picked: partial })
    if (query !== null) redirect(studyPath(project, kind, query))
  }
  const asked = fromQuery(given)
  // Parameters of nothing, such as those of advertisers, would compare everything.
  const isSelected = toQuery(asked.comparison) !== ''
  const requested = isSelected ? asked : await offered(project, kind, asked.problems)
  return (
    <PageFrame width="full">
      {requested === null ? (
        <NoSuchStudyYet project={project} title={title} />
      ) : (
        <Screen project={project} {...requested} own={own} />
      )}
    </PageFrame>
  )
}

/** Returns the study with most results, for an address without a comparison; null when the results allow none. */
async function offered(project: string, kind: PickedStudy, problems: readonly string[]) {
  const query = await (await api()).comparisons.study({ project, kind, picked: {} })
  return query === null ? null : { ...fromQuery(query), problems: [...problems] }
}
