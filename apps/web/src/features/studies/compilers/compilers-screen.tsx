import { axisLabel } from '@assay/domain/compare/axis-label'
import type { Comparison } from '@assay/domain/compare/comparison'
import { type CompilerPanel, compilersComparison, compilersOf } from '@assay/domain/studies/compilers'
import { compilerCharts } from '@assay/domain/studies/compilers-charts'
import { StudyChart } from '../../../charts/study-chart.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countOf } from '../../../ui/format-count.ts'
import { Section } from '../../../ui/section.tsx'
import { askGrid } from '../frame/ask-grid.ts'
import { StudyCharts } from '../frame/study-charts.tsx'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudyTables } from '../frame/study-tables.tsx'
import { studyPagePath } from '../study-href.ts'
import type { StudyScreenProps } from '../study-screen.ts'
import { ConsensusTable } from './consensus-table.tsx'

/** More small charts than this are no longer compared with each other. */
const MOST_CHARTS = 24
/** Up to so many tables all numbers follow the charts. */
const MOST_TABLES = 12

/** Version by compiler: what each compiler gains over the first, whether machines agree, and a small chart per test. */
export async function CompilersScreen({ project, comparison: asked, problems, level }: StudyScreenProps) {
  const comparison = compilersComparison(asked)
  const grid = await askGrid(project, comparison)
  const { panels, consensus, leftOut } = compilersOf(grid, comparison)
  // Long histories say more than the single version of others.
  const shown = panels.toSorted((a, b) => b.gains.length - a.gains.length).slice(0, MOST_CHARTS)
  const charts = compilerCharts(shown, comparison.filters.product?.[0])
  const hrefTo = (other: Comparison) => studyPagePath(project, 'compilers', other)
  const tables = new Set(panels.map(({ table }) => table))
  return (
    <StudyFrame
      level={level}
      kind="compilers"
      project={project}
      title="Compilers"
      summary="How each compiler does from version to version, divided by the oldest version built with the first; gains are over the first compiler at the same version."
      comparison={comparison}
      problems={problems}
      warnings={grid.warnings}
    >
      {panels.length === 0 && (
        <EmptyState title="Nothing here was built with two compilers">
          <p>Upload runs of one version built with each, with the compiler stated in the build.</p>
        </EmptyState>
      )}
      {consensus.length > 0 && (
        <Section title="Over machines" aside="each machine with its newest version that has both compilers">
          <ConsensusTable consensus={consensus} />
        </Section>
      )}
      {placesOf(shown, comparison).map(([place, members]) => (
        <Section key={place} title={place || 'By test'} aside="one scale for all charts of this page">
          <StudyCharts>
            {members.map((panel) => {
              const model = charts[shown.indexOf(panel)]
              return (
                model && <StudyChart key={model.id} model={model} {...(model.draw === 'rows' ? {} : { height: 220 })} />
              )
            })}
          </StudyCharts>
        </Section>
      ))}
      <p>
        {panels.length > MOST_CHARTS &&
          `${countOf(panels.length - MOST_CHARTS, 'more chart')} are left out; filter the comparison to see them. `}
        {leftOut.length > 0 && `${countOf(leftOut.length, 'table has', 'tables have')} one compiler only.`}
      </p>
      {tables.size > 0 && tables.size <= MOST_TABLES && (
        <Section title="All numbers">
          <StudyTables
            project={project}
            comparison={comparison}
            grid={grid}
            hrefTo={hrefTo}
            shows={(table) => tables.has(table)}
          />
        </Section>
      )}
    </StudyFrame>
  )
}

/** Panels by what they share besides the test: `hetz byrx`. */
function placesOf(panels: readonly CompilerPanel[], { tables }: Comparison): [string, CompilerPanel[]][] {
  const others = tables.filter((dimension) => dimension !== 'test')
  const nameOf = ({ place }: CompilerPanel) =>
    axisLabel(
      others,
      others.map((dimension) => place[dimension] ?? ''),
    )
  return [...Map.groupBy(panels, nameOf)]
}
