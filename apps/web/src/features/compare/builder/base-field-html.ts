import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { type Html, html } from '../../../ui/html.ts'
import style from './base-field.module.css'
import { baseOptions, baseText } from './base-options.ts'
import { optionsHtml } from './options-html.ts'

/** The baseline as a select, for people who prefer it to clicking on headers. */
export function baseFieldHtml(comparison: Comparison, grid: Grid): Html {
  const { plain, columns, rows } = baseOptions(comparison, grid)
  const current = baseText(comparison.base)
  return html`
    <label class="${style.line}">
      <span>Base</span>
      <select name="base" class="${style.select}">
        ${optionsHtml(plain, current)}
        ${columns.length > 0 && html`<optgroup label="Columns">${optionsHtml(columns, current)}</optgroup>`}
        ${rows.length > 0 && html`<optgroup label="Rows">${optionsHtml(rows, current)}</optgroup>`}
      </select>
    </label>`
}
