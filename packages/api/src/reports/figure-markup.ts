import { chartSvg } from '@assay/charts/svg/chart-svg'
import { escapeHtml } from '@assay/domain/compare/render/escape-html'
import { renderHtml } from '@assay/domain/compare/render/render-html'
import { sentenceText } from '@assay/domain/compare/tldr/tldr'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import type { DrawnFigure } from '@assay/domain/publish/report/drawn-figure'

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
