import type { CellRef } from '../../compare/tldr/tldr.ts'
import type { BoundNumber, Evidence } from './evidence.ts'

// Inserts figures into rendered text without the Markdown parser, so that it also runs in browsers.

/** Inserts figures by their numbers, as markup, into the placeholders of a rendered text. */
export const withFigures = (html: string, figure: (number: number) => string): string =>
  html.replaceAll(
    FIGURE_PLACE,
    (_, opening: string, _id: string, _inner: string | undefined, number: string, links: string) =>
      `${opening}${figure(Number(number))}${links}</div>`,
  )

/** Prose, which may have figures inside its lists and quotes, or a figure between paragraphs with its comments. */
export type SpecSegment =
  | { kind: 'prose'; html: string; hasFigures: boolean }
  | { kind: 'figure'; id: string; number: number; feedback: { href: string; name: string }[] }

/** Splits a section of a rendered text at the figures between its paragraphs, for pages that draw them. */
export function specSegments(html: string): SpecSegment[] {
  const segments: SpecSegment[] = []
  let from = 0
  const addProse = (to: number) => {
    const prose = html.slice(from, to)
    if (prose.trim() !== '') {
      segments.push({ kind: 'prose', html: prose, hasFigures: prose.includes(' data-inner-figure="') })
    }
  }
  for (const match of html.matchAll(FIGURE_PLACE)) {
    const [text, , id = '', inner, number, links = ''] = match
    if (inner !== undefined) continue
    addProse(match.index)
    const feedback = [...links.matchAll(FEEDBACK_LINK)].map(([, href = '', name = '']) => ({ href, name }))
    segments.push({ kind: 'figure', id, number: Number(number), feedback })
    from = match.index + text.length
  }
  addProse(html.length)
  return segments
}

const FEEDBACK_LINK = /<a href="(#[^"]*)" data-feedback="">([^<]*)<\/a>/g

/** No text can contain this markup, because it is generated after all other markup was escaped or removed. */
const FIGURE_PLACE =
  /(<div id="(b\d+)" data-block="b\d+" data-(inner-)?figure="(\d+)">)((?:<a href="#[^"]*" data-feedback="">[^<]*<\/a>)*)<\/div>/g

export const figureId = (number: number): string => `figure-${number}`

/** Ids of the cells that a text links to. */
export function cellIds({ numbers }: Pick<Evidence, 'numbers'>): (figure: number, ref: CellRef) => string | null {
  const known = new Set(
    numbers.flatMap(({ figure, place }) => (figure === null || place === null ? [] : [cellId(figure, place)])),
  )
  return (figure, ref) => (known.has(cellId(figure, ref)) ? cellId(figure, ref) : null)
}

const cellId = (figure: number, { table, row, column }: CellRef) => `${figureId(figure)}-cell-${table}-${row}-${column}`

/** Link of each bound number on a page: to its cell when the table is shown, else to the figure. */
export function numbersOnPage({ figures, numbers }: Evidence) {
  const byLink = new Map(numbers.map((number) => [keyOf(number), number]))
  const hrefOf = ({ figure, place }: BoundNumber): string | null => {
    if (figure === null) return null
    const shown = figures.find(({ number }) => number === figure)?.figure?.show.includes('table') ?? false
    return place === null || !shown ? `#${figureId(figure)}` : `#${cellId(figure, place)}`
  }
  return (link: { text: string; href: string }) => {
    const number = byLink.get(keyOf(link))
    if (number === undefined) return null
    return { href: hrefOf(number), state: number.state, title: number.words, note: number.note }
  }
}

const keyOf = ({ text, href }: { text: string; href: string }) => JSON.stringify([text, href])
