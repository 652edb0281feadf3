import { type Html, html } from '../../../ui/html.ts'
import { noticeHtml } from '../../../ui/notice-html.ts'

/** Lists the parameters of the address that were ignored; nothing when there are none. */
export const problemsHtml = (problems: readonly string[]): Html | false =>
  problems.length > 0 &&
  noticeHtml(
    html`<ul>${problems.map((problem) => html`<li>${problem}.</li>`)}</ul>`,
    'Some parameters of the address are not valid and were ignored.',
  )
