import type { Comparison } from '@assay/domain/compare/comparison'
import { comparisonHeadline } from '@assay/domain/compare/comparison-headline'
import { selectionOf } from '@assay/domain/compare/comparison-modes'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { limitGrid } from '@assay/domain/compare/page-grid/limit-grid'
import { packJson } from '@assay/domain/compare/page-grid/pack-json'
import { preparePageGrid } from '@assay/domain/compare/page-grid/page-grid'
import { numberFootnotes } from '@assay/domain/compare/render/footnote-marks'
import type { Study } from '@assay/domain/compare/study'
import type { CellRef, Tldr } from '@assay/domain/compare/tldr/tldr'
import { comparePath } from '../../paths.ts'
import type { ObservedDimension } from '../../trpc/api-types.ts'
import { formatCount } from '../../ui/format-count.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StartExperimentLink } from '../experiments/start-experiment-link.tsx'
import { TldrSection } from '../tldr/tldr.tsx'
import { Customize } from './builder/customize.tsx'
import type { OfferedMetric } from './builder/metric-items.ts'
import style from './compare-screen.module.css'
import { comparisonPath } from './comparison-path.ts'
import { ComparisonHeader } from './head/comparison-header.tsx'
import { comparisonTitle } from './head/comparison-title.ts'
import { countSentence } from './head/count-sentence.ts'
import { FilterChips } from './head/filter-chips.tsx'
import { Legend } from './head/legend.tsx'
import { ModeNav } from './head/mode-nav.tsx'
import { ParameterProblems } from './head/parameter-problems.tsx'
import { StudyMenu } from './head/study-menu.tsx'
import { Toolbar } from './head/toolbar.tsx'
import { ValidityLegend } from './head/validity-legend.tsx'
import { Warnings } from './head/warnings.tsx'
import { NothingToCompare } from './nothing-to-compare.tsx'
import { cellHref } from './surface/cell-parameter.ts'
import { CompareSurface } from './surface/compare-surface.tsx'
import { PageGridProvider } from './surface/page-grid-context.tsx'
import { LazyPivotTables } from './table/lazy-pivot-tables.tsx'
import { TableNotes } from './table/table-notes.tsx'

export type CompareScreenProps = {
  project: string
  comparison: Comparison
  /** Errors in the query of the address. */
  problems: readonly string[]
  grid: Grid
  /** Summary of the table. */
  tldr: Tldr
  /** The cell that the address names. */
  cell: CellRef | null
  observed: readonly ObservedDimension[]
  metrics: readonly OfferedMetric[]
  studies: readonly Study[]
  /** The same comparison in CPU, context switches and response time; null where none was measured. */
  companions: Grid | null
}

/** A comparison: the builder and its table. */
export function CompareScreen({
  project,
  comparison,
  problems,
  grid,
  tldr,
  cell,
  observed,
  metrics,
  studies,
  companions,
}: CompareScreenProps) {
  if (
    grid.tables.length === 0 &&
    Object.keys(comparison.filters).length === 0 &&
    observed.every(({ values }) => values.length === 0)
  ) {
    return (
      <>
        <PageHeader title="Compare" summary="Two versions, or many, with ratios, intervals and causes." />
        <NothingToCompare
          project={project}
          comparison={comparison}
          hrefTo={(other) => comparisonPath(project, other)}
        />
      </>
    )
  }
  const query = toQuery(comparison)
  const title = comparisonTitle(comparison, studies)
  const hrefTo = (other: Comparison) => comparisonPath(project, other)
  const { tables, shown, leftOut } = limitGrid(grid)
  const { notes } = numberFootnotes(grid)
  const isOverVersions = comparison.columns[0] === 'version' && comparison.rows[0] === 'test'
  const packed = packJson(preparePageGrid({ ...grid, tables }, comparison, companions))
  return (
    <>
      <ComparisonHeader
        {...{ project, comparison, grid, title }}
        headline={comparisonHeadline(grid, comparison, title)}
        // The headline is about the newest version, so the counts of all must say what they count.
        summary={isOverVersions && grid.verdicts !== null ? `In all versions ${countSentence(grid)}` : null}
        above={title === comparisonTitle(comparison, []) ? undefined : title}
      />
      <div className={style.controls}>
        <ModeNav
          project={project}
          mode={isOverVersions ? 'many' : null}
          selection={selectionOf(grid, comparison)}
          observed={observed}
        />
        <Customize
          project={project}
          comparison={comparison}
          grid={grid}
          observed={observed}
          metrics={metrics}
          hrefTo={hrefTo}
        />
        <div className={style.studies}>
          <StudyMenu project={project} studies={studies} />
        </div>
        <FilterChips comparison={comparison} hrefTo={hrefTo} />
      </div>
      <PageGridProvider packed={packed} comparison={comparison} path={comparePath(project)} query={query}>
        <CompareSurface project={project} query={query} cell={cell}>
          <div className={style.head}>
            <Toolbar project={project} comparison={comparison} grid={grid} query={query} hrefTo={hrefTo} />
            <ParameterProblems problems={problems} />
          </div>
          <div className={style.notices}>
            <Warnings warnings={grid.warnings} />
            {leftOut > 0 && (
              <Notice title={`The first ${formatCount(shown)} of ${formatCount(shown + leftOut)} cells are shown.`}>
                Filter the comparison, or download it: exports contain every cell.
              </Notice>
            )}
          </div>
          {grid.tables.length === 0 && <NothingToCompare project={project} comparison={comparison} hrefTo={hrefTo} />}
          <LazyPivotTables project={project} cell={cell} />
          {grid.tables.length > 0 && <Legend comparison={comparison} grid={grid} />}
          <ValidityLegend comparison={comparison} grid={grid} hrefTo={hrefTo} />
          <TldrSection tldr={tldr} hrefOf={cellHref(hrefTo(comparison))} />
          <TableNotes notes={notes} />
          <StartExperimentLink project={project} comparison={comparison} grid={grid} />
        </CompareSurface>
      </PageGridProvider>
    </>
  )
}
