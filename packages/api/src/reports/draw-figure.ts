import { chartSvg } from '@assay/charts/svg/chart-svg'
import type { Grid } from '@assay/domain/compare/grid'
import { escapeHtml } from '@assay/domain/compare/render/escape-html'
import { renderHtml } from '@assay/domain/compare/render/render-html'
import { renderMarkdown as tablesAsMarkdown } from '@assay/domain/compare/render/render-markdown'
import { sentenceText, type Tldr } from '@assay/domain/compare/tldr/tldr'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { escapeMarkdownLine } from '@assay/domain/publish/markdown/escape-markdown'
import { baseNotice } from '@assay/domain/publish/report/base-notice'
import type { Figure } from '@assay/domain/publish/report/figure-block'
import { figureModels } from '@assay/domain/publish/report/figure-drawings'
import type { FrozenFigure } from '@assay/domain/publish/report/frozen-figure'
import { elementsMarkdown } from '@assay/domain/publish/share/elements-text'
import { withAbsoluteLinks } from '../comparisons/export-grid.ts'

/** A frozen figure with its charts, for exported files without scripts and without links to this server. */
export type DrawnFigure = {
  figure: Figure
  grid: Grid
  models: readonly ChartModel[]
  tldr: Tldr
  caption: string
  /** A correction that became known after the figure was frozen. */
  notice: string | null
  /** Number of the figure, from 1. */
  number: number
}

/** @param origin address of this server, put before links to its pages. */
export function drawFigure(
  figure: Figure,
  frozen: FrozenFigure,
  { number, origin }: { number: number; origin: string },
): DrawnFigure {
  const { grid, tldr, title, charts } = frozen
  const tables = grid.tables.filter((_, index) => figure.tables?.includes(index + 1) ?? true)
  const shown = withAbsoluteLinks({ ...grid, tables }, origin)
  const models = figureModels(figure, { grid: shown, studyCharts: charts })
  return {
    figure,
    grid: shown,
    models,
    tldr,
    caption: figure.caption ?? title ?? '',
    notice: baseNotice(frozen),
    number,
  }
}

/** Sentences, tables and charts of a figure as Markdown, without its caption. */
export const figureMarkdown = ({ figure, grid, models, tldr, notice, number }: DrawnFigure): string =>
  [
    ...(notice === null ? [] : [`> ${escapeMarkdownLine(notice)}`]),
    ...(figure.show.includes('tldr')
      ? [tldr.sentences.map((one) => `- ${escapeMarkdownLine(sentenceText(one))}`).join('\n')]
      : []),
    // Footnotes of every figure start at 1, so they are renamed to be unique in one text.
    ...(figure.show.includes('table') ? [tablesAsMarkdown(grid).replaceAll(/\[\^(\d+)\]/g, `[^f${number}-$1]`)] : []),
    ...(models.length === 0 ? [] : [elementsMarkdown([{ kind: 'charts', models }])]),
  ].join('\n\n')

/** Sentences, tables and charts of a figure as HTML that needs no style sheet and no script. */
export const figureMarkup = (
  { figure, grid, models, tldr, notice }: DrawnFigure,
  draw: (model: ChartModel, index: number) => string = chartSvg,
): string =>
  [
    ...(notice === null ? [] : [`<p role="note"><strong>${escapeHtml(notice)}</strong></p>`]),
    ...(figure.show.includes('tldr')
      ? ['<ul>', ...tldr.sentences.map((one) => `<li>${escapeHtml(sentenceText(one))}</li>`), '</ul>']
      : []),
    ...models.map((model, index) => draw(model, index)),
    ...(figure.show.includes('table') ? [renderHtml(grid)] : []),
  ].join('\n')
