import { chartSvg } from '@assay/domain/chart/chart-svg'
import { escapeHtml } from '@assay/domain/compare/escape-html'
import { renderHtml } from '@assay/domain/compare/render-html'
import { renderMarkdown } from '@assay/domain/markdown/render-markdown'
import { readReportText } from '@assay/domain/report/report-text'
import { figureCharts } from '@assay/domain/share/figure-chart'
import type { SharedContent } from '@assay/domain/share/shared-content'
import { sentenceText } from '@assay/domain/tldr/tldr'
import { type ExportFormat, exportComparison } from '../comparisons/export-grid.ts'
import type { OpenShare } from './open-share.ts'

const FACTS = ({ by, organization, sharedAt }: SharedContent) => `${by}, ${organization}, ${sharedAt.slice(0, 10)}`

/** A share as a file: what the page shows, from the frozen content alone. */
export function exportShare(
  { content, sha256 }: Pick<OpenShare, 'content' | 'sha256'>,
  format: ExportFormat,
  { origin, href }: { origin: string; href: string },
): string {
  const parts = content.figures.map(({ grid, tldr }) => exportComparison({ grid, tldr, origin }, format))
  switch (format) {
    case 'json':
      return `${JSON.stringify({ href, sha256, ...content }, null, 2)}\n`
    case 'html':
      return asHtml({ content, sha256 }, href)
    case 'markdown':
      return `# ${content.title}\n\n${FACTS(content)}\n\n${parts.join('\n\n')}\n\nFrozen, sha256 ${sha256}, from <${href}>\n`
    default:
      return parts.join('\n\n')
  }
}

const STYLE = `body{max-width:1080px;margin:2rem auto;padding:0 1rem;font:15px/1.55 system-ui,sans-serif;color:#15181d;background:#fff}
figure{margin:1.5rem 0;overflow-x:auto}svg{max-width:100%;height:auto}table{font-size:.8125rem;margin:1rem 0}
.by,footer{color:#454c57;font-size:.875rem;overflow-wrap:anywhere}`

/** One file that opens with the network off, and pastes into a blog: no script, no picture, no style sheet beside it. */
function asHtml({ content, sha256 }: Pick<OpenShare, 'content' | 'sha256'>, href: string): string {
  const title = escapeHtml(content.title)
  return `${[
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title><style>${STYLE}</style></head><body>`,
    `<h1>${title}</h1><p class="by">${escapeHtml(FACTS(content))}</p>`,
    ...bodyOf(content),
    '<h2>Definitions</h2><dl>',
    ...content.definitions.map(
      ({ metric, unit, about }) =>
        `<dt>${escapeHtml(metric)}</dt><dd>${escapeHtml([about, unit].filter((part) => part !== '').join(', '))}</dd>`,
    ),
    `</dl><footer><p>Frozen ${content.sharedAt.slice(0, 10)}, sha256 ${sha256}</p>`,
    `<p>From <a href="${escapeHtml(href)}">${escapeHtml(href)}</a></p></footer></body></html>`,
  ].join('\n')}\n`
}

function bodyOf(content: SharedContent): string[] {
  const figures = content.figures.map((figure) =>
    [
      '<figure>',
      '<ul>',
      ...figure.tldr.sentences.map((one) => `<li>${escapeHtml(sentenceText(one))}</li>`),
      '</ul>',
      ...figureCharts(figure.grid).map(chartSvg),
      renderHtml(figure.grid),
      '</figure>',
    ].join('\n'),
  )
  if (content.report === null) return figures
  let number = 0
  let texts = 0
  return readReportText(content.report.text).map((part) =>
    part.kind === 'markdown'
      ? renderMarkdown(part.text, { idPrefix: `text-${++texts}-` }).html
      : (figures[number++] ?? ''),
  )
}
