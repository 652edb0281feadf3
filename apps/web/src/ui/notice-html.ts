import { type Html, type HtmlValue, html } from './html.ts'
import style from './notice.module.css'

/** Something that the reader should know before reading on, as `Notice` draws it. */
export const noticeHtml = (content: HtmlValue, title?: string): Html =>
  html`<div class="${style.notice}" role="note">${title !== undefined && html`<strong>${title}</strong>`}${content}</div>`
