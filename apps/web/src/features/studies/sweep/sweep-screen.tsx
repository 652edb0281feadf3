import { toQuery } from '@assay/domain/compare/comparison-url'
import { sweepAxes, sweepComparison } from '@assay/domain/studies/sweep'
import { sweepCharts } from '@assay/domain/studies/sweep-charts'
import { StudyChart } from '../../../charts/study-chart.tsx'
import { runPath } from '../../../paths.ts'
import { api } from '../../../trpc/server.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countOf } from '../../../ui/format-count.ts'
import { askGrid } from '../frame/ask-grid.ts'
import { StudyCharts } from '../frame/study-charts.tsx'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudyTables } from '../frame/study-tables.tsx'
import { studyPagePath } from '../study-href.ts'
import type { StudyScreenProps } from '../study-screen.ts'
import { ChooseAxes } from './choose-axes.tsx'

/** More charts than this are not read; the tables have all of it. */
const MOST_CHARTS = 12

/** Any parameter against any other: a chart and a table for each value of a third. */
export async function SweepScreen({ project, comparison: asked, problems, level }: StudyScreenProps) {
  const comparison = sweepComparison(asked)
  const { comparisons } = await api()
  const [grid, { observed }] = await Promise.all([
    askGrid(project, comparison),
    comparisons.builder({ project, query: toQuery(comparison) }),
  ])
  const charts = sweepCharts(grid, ({ runIds: [newest] }) =>
    newest === undefined ? undefined : runPath(project, newest),
  )
  return (
    <StudyFrame
      level={level}
      kind="sweep"
      project={project}
      title="Sweep"
      summary={`What a parameter does, all else equal: ${countOf(grid.counts.cells, 'number')} in ${countOf(grid.tables.length, 'table')}.`}
      comparison={comparison}
      problems={problems}
      warnings={grid.warnings}
    >
      <ChooseAxes project={project} comparison={comparison} axes={sweepAxes(comparison, observed)} />
      {grid.tables.length === 0 && (
        <EmptyState title="No result passes these filters">
          <p>Take one off above, or choose other parameters.</p>
        </EmptyState>
      )}
      <StudyCharts>
        {charts.slice(0, MOST_CHARTS).map((model) => (
          <StudyChart key={model.id} model={model} />
        ))}
      </StudyCharts>
      {charts.length > MOST_CHARTS && (
        <p>
          The first {MOST_CHARTS} of {charts.length} charts are drawn; filter the sweep to draw others.
        </p>
      )}
      <StudyTables
        project={project}
        comparison={comparison}
        grid={grid}
        hrefTo={(other) => studyPagePath(project, 'sweep', other)}
      />
    </StudyFrame>
  )
}
