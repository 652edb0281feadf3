/** A private-use character marks the position of a figure. It cannot be typed and is removed from texts. */
const MARK = '\ue000'

type Part = { kind: 'markdown'; text: string } | { kind: 'figure' }

/** Rendered markup, or the position of a figure by its number, from 0. */
type HtmlOrFigure = { kind: 'html'; html: string } | { kind: 'figure'; index: number }

/**
 * Returns the Markdown of a report with a mark for each figure, to be rendered as one text. Footnotes and reference
 * links then work across figures, and no two headings get the same id.
 */
export function markFigures(parts: readonly Part[]): string {
  let figures = 0
  return parts
    .map((part) => (part.kind === 'markdown' ? part.text.replaceAll(MARK, '') : `${MARK}${figures++}${MARK}`))
    .join('\n\n')
}

/** Splits rendered markup at the marks. A figure without its mark, as in an unfinished comment, is moved to the end. */
export function splitAtFigures(html: string, figures: number): HtmlOrFigure[] {
  const parts: HtmlOrFigure[] = []
  const placed = new Set<number>()
  for (const [at, fragment] of html.split(new RegExp(`<p>${MARK}(\\d+)${MARK}</p>`)).entries()) {
    if (at % 2 === 0) {
      if (fragment.trim() !== '') parts.push({ kind: 'html', html: fragment.replaceAll(MARK, '') })
    } else if (Number(fragment) < figures) {
      placed.add(Number(fragment))
      parts.push({ kind: 'figure', index: Number(fragment) })
    }
  }
  for (let index = 0; index < figures; index++) if (!placed.has(index)) parts.push({ kind: 'figure', index })
  return parts
}
