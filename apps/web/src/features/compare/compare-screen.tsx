import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { limitGrid } from '@assay/domain/compare/page-grid/limit-grid'
import { packJson } from '@assay/domain/compare/page-grid/pack-json'
import { preparePageGrid } from '@assay/domain/compare/page-grid/page-grid'
import { numberFootnotes } from '@assay/domain/compare/render/footnote-marks'
import type { Study } from '@assay/domain/compare/study'
import type { CellRef, Tldr } from '@assay/domain/compare/tldr/tldr'
import { comparePath } from '../../paths.ts'
import type { ObservedDimension } from '../../trpc/answers.ts'
import { formatCount } from '../../ui/format-count.ts'
import { type Html, html } from '../../ui/html.ts'
import { MorphedHtml } from '../../ui/morphed-html.tsx'
import { noticeHtml } from '../../ui/notice-html.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SaveComparison } from '../saved/save-comparison.tsx'
import { tldrHtml } from '../tldr/tldr-html.ts'
import { Customize } from './builder/customize.tsx'
import type { OfferedMetric } from './builder/metric-facet-html.ts'
import style from './compare-screen.module.css'
import { comparisonPath } from './comparison-path.ts'
import { comparisonTitle } from './head/comparison-title.ts'
import { CopyForBlog } from './head/copy-for-blog.tsx'
import { arithmeticSentence, countSentence } from './head/count-sentence.ts'
import { filterChipsHtml } from './head/filter-chips-html.ts'
import { legendHtml } from './head/legend-html.ts'
import { problemsHtml } from './head/problems-html.ts'
import { studyMenuHtml } from './head/study-menu-html.ts'
import { Toolbar } from './head/toolbar.tsx'
import { validityLegendHtml } from './head/validity-legend-html.ts'
import { warningsHtml } from './head/warnings-html.ts'
import { NothingToCompare } from './nothing-to-compare.tsx'
import { cellHref } from './surface/cell-parameter.ts'
import { CompareSurface } from './surface/compare-surface.tsx'
import { PageGridProvider } from './surface/page-grid-context.tsx'
import { PivotTables } from './table/pivot-tables.tsx'
import { tableNotesHtml } from './table/table-notes-html.ts'

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
  const query = toQuery(comparison)
  const title = comparisonTitle(comparison, studies)
  const hrefTo = (other: Comparison) => comparisonPath(project, other)
  const { tables, shown, leftOut } = limitGrid(grid)
  const { notes } = numberFootnotes(grid)
  const packed = packJson(preparePageGrid({ ...grid, tables }, comparison, companions))
  const above = html`
    ${filterChipsHtml(comparison, hrefTo)}
    ${problemsHtml(problems)}
    ${warningsHtml(grid.warnings)}
    ${leftOut > 0 && leftOutHtml(shown, leftOut)}`
  const below = html`
    ${grid.tables.length > 0 && legendHtml(comparison, grid)}
    ${validityLegendHtml(comparison, grid, hrefTo)}
    ${tldrHtml(tldr, cellHref(hrefTo(comparison)))}
    ${tableNotesHtml(notes)}`
  return (
    <>
      <PageHeader
        title={title}
        summary={
          <>
            {countSentence(grid)} <span className={style.arithmetic}>{arithmeticSentence(comparison)}.</span>
          </>
        }
        actions={
          <>
            <SaveComparison project={project} query={query} title={title} />
            {grid.tables.length > 0 && <CopyForBlog project={project} query={query} title={title} />}
            <MorphedHtml html={String(studyMenuHtml(project, studies))} />
          </>
        }
      />
      <Customize
        project={project}
        comparison={comparison}
        grid={grid}
        observed={observed}
        metrics={metrics}
        hrefTo={hrefTo}
      />
      <PageGridProvider packed={packed} comparison={comparison} path={comparePath(project)} query={query}>
        <CompareSurface project={project} query={query} cell={cell}>
          <div className={style.head}>
            <Toolbar project={project} comparison={comparison} grid={grid} query={query} hrefTo={hrefTo} />
            <MorphedHtml html={String(above)} />
          </div>
          {grid.tables.length === 0 && <NothingToCompare project={project} comparison={comparison} hrefTo={hrefTo} />}
          <PivotTables project={project} cell={cell} />
          <MorphedHtml html={String(below)} />
        </CompareSurface>
      </PageGridProvider>
    </>
  )
}

const leftOutHtml = (shown: number, leftOut: number): Html =>
  noticeHtml(
    'Filter the comparison, or download it: exports contain every cell.',
    `The first ${formatCount(shown)} of ${formatCount(shown + leftOut)} cells are shown.`,
  )
