import { type Html, html } from '../../../ui/html.ts'

/** The options of a select, with the current one selected. */
export const optionsHtml = (options: readonly { value: string; label: string }[], current: string): Html[] =>
  options.map(
    ({ value, label }) => html`<option value="${value}"${value === current && html` selected`}>${label}</option>`,
  )
