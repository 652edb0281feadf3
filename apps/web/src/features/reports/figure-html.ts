import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { limitGrid } from '@assay/domain/compare/page-grid/limit-grid'
import { numberFootnotes } from '@assay/domain/compare/render/footnote-marks'
import type { CellRef, Tldr } from '@assay/domain/compare/tldr/tldr'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { chartShapes } from '@assay/domain/publish/chart/chart-shapes'
import type { Figure } from '@assay/domain/publish/report/figure-block'
import { figureModels, missingRows } from '@assay/domain/publish/report/figure-drawings'
import { pageChart } from '../../charts/page-chart.ts'
import { Html, html } from '../../ui/html.ts'
import { noticeHtml } from '../../ui/notice-html.ts'
import { comparisonPath } from '../compare/comparison-path.ts'
import { legendHtml } from '../compare/head/legend-html.ts'
import { warningsHtml } from '../compare/head/warnings-html.ts'
import { cellHref } from '../compare/surface/cell-parameter.ts'
import { CHART_PARAMETER } from '../compare/surface/chart-parameter.ts'
import { tableHtml } from '../compare/table/table-html.ts'
import { tableNotesHtml } from '../compare/table/table-notes-html.ts'
import { tldrHtml } from '../tldr/tldr-html.ts'
import style from './figure-frame.module.css'

type Drawn = {
  project: string
  figure: Pick<Figure, 'show' | 'tables' | 'charts' | 'rows'>
  comparison: Comparison
  /** Current or frozen grid. */
  grid: Grid
  tldr: Tldr
  /** Charts of the figure's study page; undefined when there is none or charts are not shown. */
  studyCharts: readonly ChartModel[] | undefined
  number: number
  /** Ids of cells that the text links to. */
  cellId?: (cellRef: CellRef) => string | null
}

/** Renders a comparison inside a report, in the tables of the compare page; its links lead there. */
export function figureHtml({ project, figure, comparison, grid, tldr, studyCharts, number, cellId }: Drawn): Html {
  const { tables } = limitGrid(grid)
  const { notes, marksOf } = numberFootnotes(grid)
  const hrefTo = (other: Comparison) => comparisonPath(project, other)
  const chartHref = (chart: string) => `${hrefTo(comparison)}&${CHART_PARAMETER}=${chart}`
  const links = { project, comparison, hrefTo, chartHref, ...(cellId === undefined ? {} : { cellId }) }
  const missing = figure.tables?.filter((one) => one > grid.tables.length) ?? []
  const shown = tables.map(
    (table, index) => (figure.tables?.includes(index + 1) ?? true) && tableHtml({ table, index, grid, links, marksOf }),
  )
  const ownTables = grid.tables.filter((_, index) => figure.tables?.includes(index + 1) ?? true)
  const models = figureModels(figure, { grid: { ...grid, tables: ownTables }, studyCharts })
  const unknown = missingRows(figure, grid)
  return html`
    ${warningsHtml(grid.warnings)}
    ${missing.length > 0 && noticeHtml(`The comparison has ${grid.tables.length} tables: there is no table ${missing.join(', ')}.`)}
    ${grid.tables.length === 0 && noticeHtml('No results match this comparison.')}
    ${unknown.length > 0 && noticeHtml(`The comparison has no row ${unknown.join(', ')}.`)}
    ${figure.show.includes('chart') && unknown.length === 0 && models.length === 0 && noticeHtml('This comparison has no chart.')}
    ${figure.show.includes('tldr') && tldrHtml(tldr, cellHref(hrefTo(comparison)), 'Summary')}
    ${
      models.length > 0 &&
      // Every text in the markup of a chart is escaped where it is rendered.
      html`<div class="${style.charts}">${models.map((model) => new Html(pageChart((size) => chartShapes(model, size))))}</div>`
    }
    ${
      figure.show.includes('table') &&
      html`${shown}${tables.length > 0 && legendHtml(comparison, grid)}
        ${tableNotesHtml(notes, `Footnotes of figure ${number}`)}`
    }`
}
