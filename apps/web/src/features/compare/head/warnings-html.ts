import type { GridWarning } from '@assay/domain/compare/grid'
import { warningKinds } from '@assay/domain/compare/warnings/warning-kinds'
import { countOf } from '../../../ui/format-count.ts'
import { type Html, html } from '../../../ui/html.ts'
import { noticeHtml } from '../../../ui/notice-html.ts'
import style from './warnings.module.css'

/** Maximum number of warnings, and of their characters, that are shown expanded. */
const MAX_EXPANDED_WARNINGS = 3
const MAX_EXPANDED_CHARACTERS = 700

/**
 * Renders warnings about the data of the table. A long list is collapsed behind the number of warnings of each kind.
 */
export function warningsHtml(warnings: readonly GridWarning[]): Html {
  if (warnings.length === 0) return html``
  const list = html`<ul>${warnings.map(({ text }) => html`<li>${text}</li>`)}</ul>`
  const characters = warnings.reduce((sum, { text }) => sum + text.length, 0)
  if (warnings.length <= MAX_EXPANDED_WARNINGS && characters <= MAX_EXPANDED_CHARACTERS) return noticeHtml(list)
  return noticeHtml(html`
    <details class="${style.folded}">
      <summary>
        <strong>${countOf(warnings.length, 'warning')}.</strong> <span>${warningKinds(warnings).join(', ')}</span>
      </summary>
      ${list}
    </details>`)
}
