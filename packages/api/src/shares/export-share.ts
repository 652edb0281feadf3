import { elementsHtml } from '@assay/charts/export/elements-html'
import type { NamedDrawing } from '@assay/charts/export/named-drawings'
import { withAbsoluteLinks } from '@assay/domain/compare/render/absolute-links'
import { escapeHtml } from '@assay/domain/compare/render/escape-html'
import type { StudyElement } from '@assay/domain/compare/studies/pages/study-page'
import { tldrMarkdown } from '@assay/domain/compare/tldr/render-tldr'
import { sentenceText } from '@assay/domain/compare/tldr/tldr'
import { escapeMarkdownLine } from '@assay/domain/publish/markdown/escape-markdown'
import { markdownToHtml } from '@assay/domain/publish/markdown/markdown-to-html'
import { baseNotice } from '@assay/domain/publish/report/base-notice'
import { readReportText } from '@assay/domain/publish/report/report-text'
import { bylineOf } from '@assay/domain/publish/share/byline'
import { elementsCsv, elementsMarkdown, elementsText } from '@assay/domain/publish/share/elements-text'
import { figureElements, tldrOf } from '@assay/domain/publish/share/figure-elements'
import type { SharedContent, SharedFigure } from '@assay/domain/publish/share/shared-content'
import { type ExportFormat, exportComparison } from '../comparisons/export-grid.ts'
import type { OpenShare } from './open-share.ts'

const FACTS = (content: SharedContent) => `Shared by ${bylineOf(content)}, ${content.sharedAt.slice(0, 10)}`

/** Exports a share as a file with the content of its page, from the frozen content only. */
export function exportShare(
  { content, sha256 }: Pick<OpenShare, 'content' | 'sha256'>,
  format: ExportFormat,
  { origin, href }: { origin: string; href: string },
): string {
  const parts = content.figures.map((figure) => exportFigure(figure, origin, format))
  switch (format) {
    case 'json':
      return `${JSON.stringify({ href, sha256, ...noticesOf(content), ...content }, null, 2)}\n`
    case 'html':
      return asHtml({ content, sha256 }, href)
    case 'markdown':
      return `# ${escapeMarkdownLine(content.title)}\n\n${escapeMarkdownLine(FACTS(content))}\n\n${parts.join('\n\n')}\n\nFrozen, sha256 ${sha256}, from <${href}>\n`
    default:
      return parts.join('\n\n')
  }
}

/** Notices are added to the file outside of the frozen content, whose hash does not change. */
function noticesOf({ figures }: SharedContent): { notices?: string[] } {
  const notices = figures.flatMap((figure) => baseNotice(figure) ?? [])
  return notices.length === 0 ? {} : { notices }
}

function exportFigure(figure: SharedFigure, origin: string, format: ExportFormat): string {
  // A comparison is exported as on its own page; a report may show some of its tables, or charts.
  if (figure.format === 1 && figure.show === undefined) {
    const body = exportComparison({ grid: figure.grid, tldr: figure.tldr, origin }, format)
    const notice = baseNotice(figure)
    if (notice === null || format === 'csv') return body
    return `${format === 'markdown' ? escapeMarkdownLine(notice) : notice}\n\n${body}`
  }
  const summary = figure.format === 2 ? figure.page.summary : ''
  const tldr = tldrOf(figure)
  const parts = absoluteParts(figureElements(figure), origin)
  const caption = figure.format === 1 ? (figure.title ?? '') : ''
  const joined = (lead: string, body: string, written = (text: string) => text) =>
    [written(summary), lead, body, written(caption)].filter((part) => part !== '').join('\n\n')
  switch (format) {
    case 'markdown':
      return joined(tldrMarkdown({ derived: tldr, edited: null }).trim(), elementsMarkdown(parts), escapeMarkdownLine)
    case 'csv':
      return elementsCsv(parts)
    default:
      return `${joined(tldr.sentences.map((one) => `- ${sentenceText(one)}`).join('\n'), elementsText(parts))}\n`
  }
}

/** Makes links of footnotes absolute. A path to a page of this server would lead nowhere from a blog. */
const absoluteParts = (parts: readonly StudyElement[], origin: string): StudyElement[] =>
  parts.map((part) => {
    if (part.kind === 'section') return { ...part, parts: absoluteParts(part.parts, origin) }
    return part.kind === 'grid' || part.kind === 'metrics'
      ? { ...part, grid: withAbsoluteLinks(part.grid, origin) }
      : part
  })

const STYLE = `body{max-width:1080px;margin:2rem auto;padding:0 1rem;font:15px/1.55 system-ui,sans-serif;color:#15181d;background:#fff}
figure{margin:1.5rem 0;overflow-x:auto}svg{max-width:100%;height:auto}table{font-size:.8125rem;margin:1rem 0}
.by,footer{color:#454c57;font-size:.875rem;overflow-wrap:anywhere}`

/** One HTML file that opens offline and can be pasted into a blog: without scripts, external images or style sheets. */
function asHtml({ content, sha256 }: Pick<OpenShare, 'content' | 'sha256'>, href: string): string {
  const title = escapeHtml(content.title)
  return `${[
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title><style>${STYLE}</style></head><body>`,
    `<h1>${title}</h1><p class="by">${escapeHtml(FACTS(content))}</p>`,
    shareMarkup(content),
    '<h2>Definitions</h2><dl>',
    ...content.definitions.map(
      ({ metric, unit, about }) =>
        `<dt>${escapeHtml(metric)}</dt><dd>${escapeHtml([about, unit].filter((part) => part !== '').join(', '))}</dd>`,
    ),
    `</dl><footer><p>Frozen ${content.sharedAt.slice(0, 10)}, sha256 ${sha256}</p>`,
    `<p>From <a href="${escapeHtml(href)}">${escapeHtml(href)}</a></p></footer></body></html>`,
  ].join('\n')}\n`
}

/**
 * HTML of the shared content below its title.
 *
 * @param draw renders a drawing of a figure (counted from 1); by default inline SVG.
 */
export function shareMarkup(content: SharedContent, draw?: (drawing: NamedDrawing, figure: number) => string): string {
  const figures = content.figures.map((figure, at) =>
    [
      '<figure>',
      ...(figure.format === 2 ? [`<p>${escapeHtml(figure.page.summary)}</p>`] : []),
      '<ul>',
      ...tldrOf(figure).sentences.map((one) => `<li>${escapeHtml(sentenceText(one))}</li>`),
      '</ul>',
      elementsHtml(figureElements(figure), draw === undefined ? {} : { draw: (drawing) => draw(drawing, at + 1) }),
      '</figure>',
    ].join('\n'),
  )
  if (content.report === null) return figures.join('\n')
  let number = 0
  let texts = 0
  return readReportText(content.report.text)
    .map((part) =>
      part.kind === 'markdown'
        ? markdownToHtml(part.text, { idPrefix: `text-${++texts}-` }).html
        : (figures[number++] ?? ''),
    )
    .join('\n')
}
