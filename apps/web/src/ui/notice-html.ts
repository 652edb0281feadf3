import { type Html, type HtmlValue, html } from './html.ts'
import style from './notice.module.css'

/** Renders a notice like the component `Notice`. */
export const noticeHtml = (content: HtmlValue, title?: string): Html =>
  html`<div class="${style.notice}" role="note">${title !== undefined && html`<strong>${title}</strong>`}${content}</div>`
