import type { Reproduction } from '@assay/domain/publish/report/reproduce-figure'
import badge from '../../ui/badge.module.css'
import { type Html, html } from '../../ui/html.ts'
import noticeStyle from '../../ui/notice.module.css'
import style from './figure-frame.module.css'
import { reproductionWords } from './reproduction-words.ts'

type Frame = {
  /** Number of the figure, from 1. */
  number: number
  caption: string | null
  /** Address of the comparison with current results. */
  href: string
  /** For a frozen figure: its comparison with current results. */
  reproduction?: Reproduction | null
  /** Id of the figure, when a text links to it. */
  id?: string
  /** Origin of a copy of a shared link. */
  origin?: string
  /** A correction that became known after the figure was frozen. */
  notice?: string | null
  content: Html
}

/** Renders a comparison in a text, with its number, its caption and its badge. */
export const figureFrameHtml = ({
  number,
  caption,
  href,
  reproduction = null,
  id,
  origin = '',
  notice = null,
  content,
}: Frame): Html => html`
  <figure class="${style.figure}" aria-label="Figure ${number}"${id !== undefined && html` id="${id}"`}>
    ${notice !== null && html`<div class="${noticeStyle.notice}" role="note">${notice} <a href="${href}">Open the corrected comparison</a></div>`}
    ${content}
    <figcaption class="${style.caption}">
      <span><strong>Figure ${number}.</strong> ${caption ?? ''}</span>
      ${origin !== '' && html`<small class="${style.origin}">${origin}</small>`}
      ${reproduction !== null && html`<span class="${reproduction.kind === 'reproduced' ? badge.plain : badge.warn}">${reproductionWords(reproduction)}</span>`}
      <a href="${href}" class="no-print" aria-label="Open the comparison of figure ${number}">Open the comparison</a>
    </figcaption>
  </figure>`
