import type { CellRef, Tldr, TldrSegment } from '@assay/domain/compare/tldr/tldr'
import { type Html, html } from '../../ui/html.ts'
import { cellName } from '../compare/surface/cell-parameter.ts'
import style from './tldr.module.css'

/** Maximum number of sentences that are expanded; a click shows the others. */
const MAX_EXPANDED_SENTENCES = 4

/** Summary of a table; each number links to its cell. Empty when there is nothing to summarize. */
export function tldrHtml(tldr: Tldr, hrefOf: (cellRef: CellRef) => string, title = 'tl;dr'): Html {
  const { sentences, left } = tldr
  if (sentences.length === 0) return html``
  const items = sentences.map(({ parts }) => html`<li>${parts.map((part) => partHtml(part, hrefOf))}</li>`)
  const folded = items.length - MAX_EXPANDED_SENTENCES
  return html`
    <section class="${style.tldr}" aria-label="tl;dr">
      <h2>${title}</h2>
      <ul>${items.slice(0, MAX_EXPANDED_SENTENCES)}</ul>
      ${
        folded > 0 &&
        html`
          <details>
            <summary>${folded} more</summary>
            <ul>
              ${items.slice(MAX_EXPANDED_SENTENCES)}
              ${left > 0 && html`<li class="${style.left}">${left} more with smaller effects are in the table.</li>`}
            </ul>
          </details>`
      }
    </section>`
}

function partHtml(part: TldrSegment, hrefOf: (cellRef: CellRef) => string): Html | string {
  if (typeof part === 'string') return part
  if (part.cell === null) return part.number
  return html`<a href="${hrefOf(part.cell)}" data-cell="${cellName(part.cell)}">${part.number}</a>`
}

/** Summary that was edited by a person, a sentence per line. */
export function editedTldrHtml(text: string): Html {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return html`
    <section class="${style.edited}" aria-label="tl;dr, edited">
      <h2>tl;dr</h2>
      <ul>${lines.map((line) => html`<li>${line.replace(/^\s*[-*•]\s+/, '')}</li>`)}</ul>
    </section>`
}
