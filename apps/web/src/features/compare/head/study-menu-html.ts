import type { Study } from '@assay/domain/compare/study'
import button from '../../../ui/button.module.css'
import { type Html, html } from '../../../ui/html.ts'
import { studyHref } from '../../studies/study-href.ts'
import style from './study-menu.module.css'

/** Renders links to comparisons with preset axes; empty when there are none. */
export function studyMenuHtml(project: string, studies: readonly Study[]): Html {
  if (studies.length === 0) return html``
  return html`
    <details class="${style.menu} no-print">
      <summary class="${button.button}">Start from a study <span aria-hidden="true">▾</span></summary>
      <ul>
        ${studies.map(
          (study) => html`
            <li><a href="${studyHref(project, study)}"><strong>${study.title}</strong><span>${study.sentence}</span></a></li>`,
        )}
      </ul>
    </details>`
}
