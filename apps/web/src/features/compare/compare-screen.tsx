import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { numberFootnotes } from '@assay/domain/compare/footnote-marks'
import type { Grid } from '@assay/domain/compare/grid'
import type { Study } from '@assay/domain/compare/studies'
import type { ObservedDimension } from '../../trpc/answers.ts'
import { formatCount } from '../../ui/format-count.ts'
import { KeptHtml } from '../../ui/kept-html.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Builder } from './builder/builder.tsx'
import type { OfferedMetric } from './builder/metric-facet-html.ts'
import style from './compare-screen.module.css'
import { comparisonPath } from './comparison-path.ts'
import { comparisonTitle } from './head/comparison-title.ts'
import { arithmeticSentence, countSentence } from './head/count-sentence.ts'
import { FilterChips } from './head/filter-chips.tsx'
import { Legend } from './head/legend.tsx'
import { StudyMenu } from './head/study-menu.tsx'
import { Toolbar } from './head/toolbar.tsx'
import { Warnings } from './head/warnings.tsx'
import { NothingToCompare } from './nothing-to-compare.tsx'
import { CHART_PARAMETER } from './surface/chart-parameter.ts'
import { CompareSurface } from './surface/compare-surface.tsx'
import { limitGrid } from './table/limit-grid.ts'
import { tableHtml } from './table/table-html.ts'
import { TableNotes } from './table/table-notes.tsx'

type Props = {
  project: string
  comparison: Comparison
  /** What of the address was not understood. */
  problems: readonly string[]
  grid: Grid
  observed: readonly ObservedDimension[]
  metrics: readonly OfferedMetric[]
  studies: readonly Study[]
}

/** A comparison: the builder beside the table that it made. */
export function CompareScreen({ project, comparison, problems, grid, observed, metrics, studies }: Props) {
  const query = toQuery(comparison)
  const hrefTo = (other: Comparison) => comparisonPath(project, other)
  const chartHref = (chart: string) => `${hrefTo(comparison)}&${CHART_PARAMETER}=${chart}`
  const { tables, shown, leftOut } = limitGrid(grid)
  const { notes, marksOf } = numberFootnotes(grid)
  const links = { project, comparison, hrefTo, chartHref }
  return (
    <>
      <PageHeader
        title={comparisonTitle(comparison, studies)}
        summary={
          <>
            {countSentence(grid)} <span className={style.arithmetic}>{arithmeticSentence(comparison)}.</span>
          </>
        }
        actions={<StudyMenu project={project} studies={studies} />}
      />
      <div className={style.layout}>
        <Builder
          project={project}
          comparison={comparison}
          grid={grid}
          observed={observed}
          metrics={metrics}
          hrefTo={hrefTo}
        />
        <CompareSurface project={project} query={query}>
          <div className={style.head}>
            <Toolbar project={project} comparison={comparison} grid={grid} query={query} hrefTo={hrefTo} />
            <FilterChips comparison={comparison} hrefTo={hrefTo} />
            <Problems problems={problems} />
            <Warnings warnings={grid.warnings} />
            {leftOut > 0 && (
              <Notice title={`The first ${formatCount(shown)} of ${formatCount(shown + leftOut)} cells are shown.`}>
                Filter the comparison, or download it: exports hold every cell.
              </Notice>
            )}
            {grid.tables.length > 0 && <Legend comparison={comparison} grid={grid} />}
          </div>
          {grid.tables.length === 0 && <NothingToCompare project={project} comparison={comparison} hrefTo={hrefTo} />}
          <KeptHtml html={tables.map((table, index) => tableHtml({ table, index, grid, links, marksOf })).join('')} />
          <TableNotes notes={notes} />
        </CompareSurface>
      </div>
    </>
  )
}

function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <Notice title="Part of the address was not understood and is left out.">
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}.</li>
        ))}
      </ul>
    </Notice>
  )
}
