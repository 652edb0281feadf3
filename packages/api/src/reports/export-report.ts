import type { ReportVersion } from '@assay/db/types'
import { escapeHtml } from '@assay/domain/compare/render/escape-html'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { escapeMarkdownLine } from '@assay/domain/publish/markdown/escape-markdown'
import { markdownToHtml } from '@assay/domain/publish/markdown/markdown-to-html'
import { type DrawnFigure, drawFigure, figureMarkdown } from '@assay/domain/publish/report/drawn-figure'
import { readReportText } from '@assay/domain/publish/report/report-text'
import type { DocumentFormat } from '../pdf/document-formats.ts'
import { figureMarkup } from './figure-markup.ts'
import type { FrozenFigureContent } from './read-frozen-figures.ts'

export type ExportedReport = {
  version: ReportVersion
  /** Figures in the order of the text. */
  figures: readonly FrozenFigureContent[]
  /** Addresses of this server and of this version; the first is put before links to its pages. */
  origin: string
  href: string
}

/** Exports a version of a report as one self-contained file. */
export async function exportReport(
  report: ExportedReport,
  format: DocumentFormat,
): Promise<string | Buffer<ArrayBuffer>> {
  switch (format) {
    case 'markdown':
      return asMarkdown(report)
    case 'html':
      return asHtml(report)
    case 'pdf':
      return asPdf(report)
    case 'json':
      return `${JSON.stringify({ ...report.version, href: report.href, figures: report.figures }, null, 2)}\n`
  }
}

/** Returns the Markdown unchanged, with figures rendered by `draw`. */
function bodyOf(
  { version, figures, origin }: ExportedReport,
  draw: { text: (text: string) => string; figure: (drawn: DrawnFigure) => string },
): string[] {
  let number = 0
  return readReportText(version.content.text).map((part) => {
    if (part.kind === 'markdown') return draw.text(part.text.trim())
    const frozen = figures[number++]
    if (part.figure === null || frozen === undefined) return ''
    return draw.figure(drawFigure(part.figure, frozen.figure, { number, origin }))
  })
}

const byLine = ({ version: { authors, madeAt, number } }: ExportedReport) =>
  `${authors.join(', ')}, ${madeAt.slice(0, 10)}, version ${number}`

const sentencesOf = (tldr: string) =>
  tldr
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s+/, '').trim())
    .filter((line) => line !== '')

function asMarkdown(report: ExportedReport): string {
  const { content } = report.version
  const short = sentencesOf(content.tldr).map((line) => `- ${escapeMarkdownLine(line)}`)
  const body = bodyOf(report, {
    text: (text) => text,
    figure: (drawn) =>
      [figureMarkdown(drawn), `**Figure ${drawn.number}.** ${escapeMarkdownLine(drawn.caption)}`.trim()]
        .filter(isSome)
        .join('\n\n'),
  })
  const parts = [
    `# ${escapeMarkdownLine(content.title)}`,
    escapeMarkdownLine(byLine(report)),
    ...(short.length === 0 ? [] : ['**tl;dr**', short.join('\n')]),
    ...body,
    '---',
    hashLines(report).join('\n'),
    `From <${report.href}>`,
  ]
  return `${parts.filter(isSome).join('\n\n')}\n`
}

const isSome = (text: string) => text.trim() !== ''

const hashLines = ({ figures }: ExportedReport) =>
  figures.map(
    ({ figure, sha256 }, at) => `- Figure ${at + 1}, frozen ${figure.frozenAt.slice(0, 10)}, sha256 ${sha256}`,
  )

const STYLE = `body{max-width:960px;margin:2rem auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif;color:#15181d;background:#fff}
figure{margin:1.5rem 0;overflow-x:auto}figcaption,.by,footer{color:#454c57;font-size:.875rem}footer{overflow-wrap:anywhere}
svg{max-width:100%;height:auto}table{font-size:.8125rem}pre{overflow-x:auto}img{max-width:100%}`

/**
 * HTML of the report below its title: the tl;dr, the text and the figures.
 *
 * @param draw renders a chart; by default inline SVG.
 */
export function reportMarkup(
  report: ExportedReport,
  draw?: (model: ChartModel, at: { figure: number; chart: number }) => string,
): string {
  let texts = 0
  const body = bodyOf(report, {
    text: (text) => markdownToHtml(text, { idPrefix: `text-${++texts}-` }).html,
    figure: (drawn) =>
      [
        '<figure>',
        figureMarkup(
          drawn,
          draw === undefined ? undefined : (model, index) => draw(model, { figure: drawn.number, chart: index + 1 }),
        ),
        `<figcaption><strong>Figure ${drawn.number}.</strong> ${escapeHtml(drawn.caption)}</figcaption>`,
        '</figure>',
      ].join('\n'),
  })
  const short = sentencesOf(report.version.content.tldr).map((line) => `<li>${escapeHtml(line)}</li>`)
  return [...(short.length === 0 ? [] : ['<p><strong>tl;dr</strong></p>', '<ul>', ...short, '</ul>']), ...body].join(
    '\n',
  )
}

/** The article element of a report, without the page around it. */
function articleOf(report: ExportedReport): string {
  const { content } = report.version
  return [
    `<h1 id="title">${escapeHtml(content.title)}</h1>`,
    `<p class="by">${escapeHtml(byLine(report))}</p>`,
    reportMarkup(report),
    '<footer><ul>',
    ...hashLines(report).map((line) => `<li>${escapeHtml(line.slice(2))}</li>`),
    `</ul><p>From <a href="${escapeHtml(report.href)}">${escapeHtml(report.href)}</a></p></footer>`,
  ].join('\n')
}

/** One HTML file that opens offline: without scripts, external images or style sheets. */
function asHtml(report: ExportedReport): string {
  return `${[
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(report.version.content.title)}</title>`,
    `<style>${STYLE}</style></head><body>`,
    articleOf(report),
    '</body></html>',
  ].join('\n')}\n`
}

async function asPdf(report: ExportedReport): Promise<Buffer<ArrayBuffer>> {
  const { content, authors, madeAt, number } = report.version
  // Loaded on demand, because the fonts are large.
  const { renderPdf } = await import('../pdf/render-pdf.ts')
  return renderPdf({
    title: content.title,
    author: authors.join(', '),
    html: articleOf(report),
    base: report.href,
    foot: `${content.title}, version ${number}`,
    at: new Date(madeAt),
  })
}
