import type { NumberedNote } from '@assay/domain/compare/render/footnote-marks'
import { type Html, html } from '../../../ui/html.ts'
import style from './table-notes.module.css'

/** Footnotes for the superscript numbers in the cells. */
export function tableNotesHtml(notes: readonly NumberedNote[], label = 'Footnotes'): Html {
  if (notes.length === 0) return html``
  const items = notes.map(
    ({ number, text, href }) => html`
      <li><sup>${number}</sup> ${isWebLink(href) ? html`<a href="${href}">${text}</a>` : text}</li>`,
  )
  return html`<section aria-label="${label}"><ol class="${style.notes}">${items}</ol></section>`
}

/** True for a link to the web, or to a path of this server; a path with two leading slashes would be another host. */
const isWebLink = (href: string | undefined) => href !== undefined && /^(?:https?:\/\/|\/(?!\/))/i.test(href)
