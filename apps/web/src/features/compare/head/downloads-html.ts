import { compareExportPath } from '../../../paths.ts'
import { type Html, html } from '../../../ui/html.ts'
import style from './toolbar.module.css'

export const COPIED = [
  { format: 'text', label: 'Text' },
  { format: 'markdown', label: 'Markdown' },
  { format: 'html', label: 'HTML' },
  { format: 'csv', label: 'CSV' },
] as const
const JSON_FILE = { format: 'json', label: 'JSON' } as const

/** Renders a menu of the export files of a comparison, verdicts included. */
export const downloadsHtml = (project: string, query: string): Html => html`
  <details class="${style.menu} no-print">
    <summary>Download</summary>
    <ul>${[...COPIED, JSON_FILE].map(
      ({ format, label }) =>
        html`<li><a href="${compareExportPath(project, format, query)}&download=yes" download>${label}</a></li>`,
    )}</ul>
  </details>`
