import { escapeHtml } from '../../compare/render/escape-html.ts'
import { renderSpec } from '../../publish/markdown/render-spec.ts'
import { appendixHtml } from '../appendix/appendix-html.ts'
import { withAttachments } from '../attachments/attachment.ts'
import { drawingsIn, withDiagrams } from '../attachments/diagram.ts'
import { figureLine, revisionLine, type SpecDocument, titleFacts } from './spec-document.ts'
import { recordText, type SpecRecord } from './spec-record.ts'

/** The address of an attachment by its name; null when it is not there. */
type AddressOf = (name: string) => string | null

/** Attachments within the file itself, so that it opens offline. */
const asDataUrl =
  ({ files }: SpecDocument): AddressOf =>
  (name) => {
    const file = files.find((one) => one.name === name)
    return file === undefined ? null : `data:${file.mediaType};base64,${file.content}`
  }

/** The spec as an article, for the page of a link, the HTML file and the PDF. */
export function specArticle(document: SpecDocument, addressOf: AddressOf = asDataUrl(document)): string {
  const { name, title, appendix, revisions } = document
  const facts = titleFacts(document).map(({ label, value }) => `<li><strong>${label}:</strong> ${linked(value)}</li>`)
  return [
    `<h1 id="title">${name} ${escapeHtml(title)}</h1>`,
    `<ul class="facts">${facts.join('\n')}</ul>`,
    specTextHtml(document, addressOf),
    '<section id="appendix" class="appendix"><h2>Appendix: comments and responses</h2>',
    outside(appendixHtml(appendix, { revisionHref: (number) => revisionHref(document, number) }), document),
    '</section>',
    '<section class="revisions"><h2 id="revisions">Revisions</h2><ul>',
    ...revisions.map((one) => `<li id="revision-${one.number}">${escapeHtml(revisionLine(one))}</li>`),
    '</ul></section>',
  ].join('\n')
}

/** The text with its figures, for readers outside of the server. */
export function specTextHtml(document: SpecDocument, addressOf: AddressOf): string {
  const { revision, figures, numbers } = document
  const { html } = renderSpec(revision.text, revision.blocks, new Map(), {
    figures: figures.map(({ block }, at) => ({ block, number: at + 1 })),
    figure: (number) => {
      const figure = figures[number - 1]
      if (figure === undefined) return ''
      const line = `<strong>Figure ${number}.</strong> ${escapeHtml(figureLine(figure))}`
      return `<figure id="figure-${number}">${figure.html}<figcaption>${line}</figcaption></figure>`
    },
    number: ({ text, href }) => {
      const one = numbers.find((number) => number.text === text && number.href === href)
      if (one === undefined) return null
      const to = one.figure === null ? null : `#figure-${one.figure}`
      return { href: to, state: one.state, title: one.words, note: one.note }
    },
  })
  const drawn = withAttachments(withDiagrams(html, drawingsIn(revision.attachments)), addressOf)
  return outside(drawn, document).replaceAll(NOTED, (all, _, note: string) => `${all} <small>(${note})</small>`)
}

/** Links to pages of this server become absolute; pictures on this server become links. */
function outside(html: string, { origin }: SpecDocument): string {
  return html
    .replaceAll(/<a href="\/(?!\/)/g, `<a href="${escapeHtml(origin)}/`)
    .replaceAll(
      /<img src="(?!data:|\/spec\/)([^"]*)"(?: alt="([^"]*)")?[^>]*>/g,
      (_, src: string, alt: string | undefined) => {
        const address = src.startsWith('/') ? `${escapeHtml(origin)}${src}` : src
        return `<a href="${address}">${alt === undefined || alt === '' ? 'image' : alt} (image)</a>`
      },
    )
}

/** Writes the note on a number that disagrees with its cell into the text, because paper shows no hover text. */
const NOTED = /<(a|span) (?:[^>]* )?data-note="([^"]*)"[^>]*>.*?<\/\1>/g

/** Link to the revision on its server; if the server's address is confidential, to its line at the end of the file. */
const revisionHref = ({ href }: SpecDocument, number: number): string =>
  href === null ? `#revision-${number}` : href.replace(/revision=\d+$/, `revision=${number}`)

const linked = (value: string): string =>
  /^https?:\/\/\S+$/.test(value) ? `<a href="${escapeHtml(value)}">${escapeHtml(value)}</a>` : escapeHtml(value)

const STYLE = `:root{color-scheme:light dark;--ink:#15181d;--soft:#454c57;--line:#c9ccd1;--paper:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e6e8eb;--soft:#a9b0ba;--line:#434a54;--paper:#15181d}a{color:#8ab4ff}}
body{max-width:80ch;margin:2rem auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:break-word}
h1,h2,h3,h4{line-height:1.25}.facts{padding:0;list-style:none;color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
pre{overflow-x:auto;padding:.75rem;border:1px solid var(--line)}code{font-size:.9em}blockquote{margin:.5rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
table{display:block;overflow-x:auto;border-collapse:collapse;font-size:.875rem}td,th{padding:.2rem .6rem;border:1px solid var(--line);text-align:left}
figure{margin:1.5rem 0;overflow-x:auto}figcaption{color:var(--soft);font-size:.875rem}svg,img{max-width:100%;height:auto}
.appendix,.revisions{margin-top:3rem;border-top:1px solid var(--line)}.appendix article{margin:1rem 0;padding:.75rem 1rem;border:1px solid var(--line)}
.appendix article h4{margin:0}.appendix article section{margin-top:.75rem;padding-left:1rem;border-left:3px solid var(--line)}.appendix p{margin:.25rem 0}
[data-written]{overflow-wrap:anywhere}[data-written] p{white-space:pre-line}
[data-replaced]{color:var(--soft)}.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media print{body{max-width:none;margin:0;padding:0;font-size:10.5pt;color:#000;background:#fff}.appendix{break-before:page}
.appendix article{break-inside:auto}.appendix article section,tr,figure{break-inside:avoid}h1,h2,h3,h4{break-after:avoid}table{display:table}a{color:inherit}}`

/** One file that opens offline: it loads no scripts, pictures or style sheets. */
export function specHtmlFile(document: SpecDocument, record: SpecRecord): string {
  const { name, title, authors } = document
  return `${[
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="author" content="${escapeHtml(authors.join(', '))}">`,
    `<title>${name} ${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style></head><body>`,
    specArticle(document),
    // Browsers do not run this type of script; it is the same record as in the Markdown file.
    `<script type="application/json" id="assay-record">${recordText(record)}</script>`,
    '</body></html>',
  ].join('\n')}\n`
}
