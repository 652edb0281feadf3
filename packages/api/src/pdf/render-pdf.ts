/// <reference path="./pdfmake.d.ts" />
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseFragment } from 'parse5'
import pdfmake from 'pdfmake'
import { blockContent } from './block-content.ts'
import type { TableLayout } from './content.ts'

type PdfDocument = {
  title: string
  author: string | null
  /** Our own HTML, as the content of `body`. No script in it runs, and nothing is fetched. */
  html: string
  /** Base of addresses without a host. */
  base: string
  /** Text of the footer, next to the page number. */
  foot: string
  /** Date that is written into the file instead of the current time, so that equal documents have equal bytes. */
  at: Date
}

const FONTS = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const family = (name: string, italics: string) => ({
  normal: join(FONTS, `${name}.ttf`),
  bold: join(FONTS, `${name}-Bold.ttf`),
  italics: join(FONTS, `${name}-${italics}.ttf`),
  bolditalics: join(FONTS, `${name}-Bold${italics}.ttf`),
})

const LINE = '#c9c9c4'
const LAYOUTS: Record<string, TableLayout> = {
  thin: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0,
    hLineColor: () => LINE,
    paddingLeft: () => 4,
    paddingRight: () => 4,
    paddingTop: () => 2,
    paddingBottom: () => 2,
  },
  code: { hLineWidth: () => 0, vLineWidth: () => 0, fillColor: () => '#f6f6f3' },
  quote: {
    hLineWidth: () => 0,
    vLineWidth: (at) => (at === 0 ? 2 : 0),
    vLineColor: () => LINE,
    paddingLeft: () => 10,
  },
}

pdfmake.setFonts({ Sans: family('DejaVuSans', 'Oblique'), Mono: family('DejaVuSansMono', 'Oblique') })
pdfmake.setTableLayouts(LAYOUTS)
// A document reads no file and no URL, because its text comes from users.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(FONTS))

const heading = (fontSize: number, above: number) => ({
  fontSize,
  bold: true,
  margin: [0, above, 0, 4] as [number, number, number, number],
})

/** Renders a document on A4 pages with an outline, numbered pages and links. @returns the bytes of the file */
export async function renderPdf({ title, author, html, base, foot, at }: PdfDocument): Promise<Buffer<ArrayBuffer>> {
  const document = pdfmake.createPdf({
    info: { title, ...(author === null ? {} : { author }), creationDate: at, modDate: at },
    pageSize: 'A4',
    pageMargins: [56, 56, 56, 62],
    content: blockContent(parseFragment(html).childNodes, { base, above: [] }),
    defaultStyle: { font: 'Sans', fontSize: 9.5, lineHeight: 1.25 },
    styles: {
      h1: heading(18, 0),
      h2: heading(14, 14),
      h3: heading(11.5, 10),
      h4: heading(10, 8),
      h5: heading(9.5, 6),
      h6: heading(9.5, 6),
      paragraph: { margin: [0, 0, 0, 6] },
      list: { margin: [0, 0, 0, 6] },
      term: { bold: true, margin: [0, 2, 0, 2] },
      caption: { fontSize: 8, color: '#55554f', margin: [0, 2, 0, 6] },
      code: { font: 'Mono', fontSize: 8 },
    },
    footer: (page, pages) => ({
      columns: [
        { text: foot, width: '*' },
        { text: `${page} / ${pages}`, width: 'auto' },
      ],
      fontSize: 7.5,
      color: '#6b6b64',
      margin: [56, 20, 56, 0],
    }),
    // A heading at the end of a page would be separated from its text.
    pageBreakBefore: (node, { getFollowingNodesOnPage }) =>
      node.headlineLevel !== undefined && getFollowingNodesOnPage().length === 0,
  })
  return document.getBuffer()
}
