import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { numberFootnotes } from '@assay/domain/compare/footnote-marks'
import type { Grid, GridTable } from '@assay/domain/compare/grid'
import { html } from '../../../ui/html.ts'
import { MorphedHtml } from '../../../ui/morphed-html.tsx'
import { noticeHtml } from '../../../ui/notice-html.ts'
import { comparisonPath } from '../../compare/comparison-path.ts'
import { legendHtml } from '../../compare/head/legend-html.ts'
import { validityLegendHtml } from '../../compare/head/validity-legend-html.ts'
import { CHART_PARAMETER } from '../../compare/surface/chart-parameter.ts'
import { CompareSurface } from '../../compare/surface/compare-surface.tsx'
import { limitGrid } from '../../compare/table/limit-grid.ts'
import { tableHtml } from '../../compare/table/table-html.ts'
import { tableNotesHtml } from '../../compare/table/table-notes-html.ts'
import style from './study-frame.module.css'

type Props = {
  project: string
  /** The comparison that the grid was made for. */
  comparison: Comparison
  grid: Grid
  /** The address of a changed comparison; the compare page when absent. */
  hrefTo?: (comparison: Comparison) => string
  /** Prefix of ids, for pages with several groups of tables. */
  label?: string
  /** Selects tables; all when absent. */
  shows?: (table: GridTable, index: number) => boolean
}

/** The tables of a grid as on the compare page, with the details of each cell; charts of rows open there. */
export function StudyTables({ project, comparison, grid, hrefTo, label, shows }: Props) {
  const { tables, leftOut } = limitGrid(grid)
  const { notes, marksOf } = numberFootnotes(grid)
  const compareHref = (other: Comparison) => comparisonPath(project, other)
  const links = {
    project,
    comparison,
    hrefTo: hrefTo ?? compareHref,
    chartHref: (chart: string) => `${compareHref(comparison)}&${CHART_PARAMETER}=${chart}`,
  }
  const drawn = html`<div class="${style.tables}">
    ${legendHtml(comparison, grid)}
    ${validityLegendHtml(comparison, grid, links.hrefTo)}
    ${
      leftOut > 0 &&
      noticeHtml(
        html`The first cells are shown; filter <a href="${compareHref(comparison)}">the whole table</a> to see others.`,
      )
    }
    ${tables.map((table, index) => (shows?.(table, index) ?? true) && tableHtml({ table, index, grid, links, marksOf }))}
    ${tableNotesHtml(notes, label === undefined ? 'Footnotes' : `Footnotes of ${label}`)}</div>`
  return (
    <CompareSurface project={project} query={toQuery(comparison)} hasRowCharts={false}>
      <MorphedHtml html={String(drawn)} />
    </CompareSurface>
  )
}
