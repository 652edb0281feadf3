import type { CellRef } from '../../compare/tldr/tldr.ts'
import type { BoundNumber, Evidence } from './evidence.ts'

// Inserts figures into rendered text without the Markdown parser, so that it also runs in browsers.

/** Markup before and after each figure between paragraphs. */
export type Around = { before: string; after: string }

/** Inserts figures by their numbers into the placeholders of a rendered text. */
export function withFigures(
  html: string,
  figure: (number: number) => string,
  around: Around = { before: '', after: '' },
): string {
  return html.replaceAll(
    FIGURE_PLACE,
    (_, opening: string, inner: string | undefined, number: string, links: string) => {
      const drawn = `${opening}${figure(Number(number))}${links}</div>`
      return inner === undefined ? `${around.before}${drawn}${around.after}` : drawn
    },
  )
}

/** No text can contain this markup, because it is generated after all other markup was escaped or removed. */
const FIGURE_PLACE =
  /(<div id="b\d+" data-block="b\d+" data-(inner-)?figure="(\d+)">)((?:<a href="#[^"]*" data-feedback="">[^<]*<\/a>)*)<\/div>/g

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
