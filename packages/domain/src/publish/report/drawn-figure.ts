import type { Grid } from '../../compare/grid.ts'
import { withAbsoluteLinks } from '../../compare/render/absolute-links.ts'
import { renderMarkdown as tablesAsMarkdown } from '../../compare/render/render-markdown.ts'
import { sentenceText, type Tldr } from '../../compare/tldr/tldr.ts'
import type { ChartModel } from '../chart/chart-model.ts'
import { escapeMarkdownLine } from '../markdown/escape-markdown.ts'
import { elementsMarkdown } from '../share/elements-text.ts'
import { baseNotice } from './base-notice.ts'
import type { Figure } from './figure-block.ts'
import { figureModels } from './figure-drawings.ts'
import type { FrozenFigure } from './frozen-figure.ts'

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
