import { fromQuery } from '@assay/domain/compare/comparison-url'
import { leadFigure } from '@assay/domain/compare/studies/pages/lead-figure'
import { isPickedStudy } from '@assay/domain/compare/studies/selection/study-choice'
import { newestBars } from '@assay/domain/publish/chart/newest-bars'
import { savedExportPath, savedListPath } from '../../paths.ts'
import type { SavedComparison } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { comparisonPath } from '../compare/comparison-path.ts'
import { FilterChips } from '../compare/head/filter-chips.tsx'
import { Warnings } from '../compare/head/warnings.tsx'
import { askComparison } from '../studies/frame/ask-grid.ts'
import { LeadCharts } from '../studies/frame/lead-charts.tsx'
import { StudyTables } from '../studies/frame/study-tables.tsx'
import { STUDY_SCREENS } from '../studies/registry.tsx'
import { studyPagePath } from '../studies/study-href.ts'
import { StudyTldr } from '../tldr/study-tldr.tsx'
import { EditedTldr } from '../tldr/tldr.tsx'
import { EditTldr } from './edit-tldr.tsx'
import style from './saved-screen.module.css'
import { SourceLink } from './source-link.tsx'

/** Export formats that contain the tl;dr. */
const EXPORTS = [
  { format: 'markdown', label: 'Markdown' },
  { format: 'html', label: 'HTML' },
  { format: 'json', label: 'JSON' },
] as const

type Props = { project: string; saved: SavedComparison }

/** A saved comparison: title, source of its results, tl;dr, and its study or tables. */
export async function SavedScreen({ project, saved }: Props) {
  const { title, about, source, tldr, study } = saved
  const kind = study !== null && isPickedStudy(study) ? study : null
  const { comparison } = fromQuery(saved.query)
  const href = kind === null ? comparisonPath(project, comparison) : studyPagePath(project, kind, comparison)
  return (
    <>
      <PageHeader
        above={<a href={savedListPath(project)}>Saved comparisons</a>}
        title={title}
        summary={about}
        actions={
          <>
            {EXPORTS.map(({ format, label }) => (
              <a key={format} href={savedExportPath(project, saved.slug, format)} className={button.quiet}>
                {label}
              </a>
            ))}
            <a href={href} className={button.button}>
              {kind === null ? 'Change this comparison' : 'Open the study'}
            </a>
          </>
        }
      />
      <div className={style.body}>
        {source && (
          <p className={style.source}>
            Source: <SourceLink source={source} />
          </p>
        )}
        {tldr !== null && <EditedTldr text={tldr} />}
        {kind === null && (
          <StudyTldr
            project={project}
            comparison={comparison}
            {...(tldr === null ? {} : { title: 'Derived from the numbers' })}
          />
        )}
        <EditTldr project={project} saved={saved} />
        {kind === null ? (
          <Tables project={project} saved={saved} />
        ) : (
          <Study project={project} saved={saved} kind={kind} />
        )}
      </div>
    </>
  )
}

async function Tables({ project, saved: { query } }: Props) {
  const { comparison } = fromQuery(query)
  const { grid } = await askComparison(project, comparison)
  const hrefTo = (other: typeof comparison) => comparisonPath(project, other)
  return (
    <>
      <LeadCharts models={leadFigure([{ kind: 'grid', grid, comparison }]).models.map(newestBars)} />
      <FilterChips comparison={comparison} hrefTo={hrefTo} />
      <Warnings warnings={grid.warnings} />
      <StudyTables project={project} comparison={comparison} grid={grid} />
    </>
  )
}

/** The screen of the study, with its parameters from the saved query. */
function Study({ project, saved: { query }, kind }: Props & { kind: keyof typeof STUDY_SCREENS }) {
  const { Screen, parameters = [] } = STUDY_SCREENS[kind]
  const given = new URLSearchParams(query)
  const own = Object.fromEntries(parameters.map((name) => [name, given.get(name) ?? undefined]))
  for (const name of parameters) given.delete(name)
  return <Screen project={project} {...fromQuery(given)} own={own} level={2} />
}
