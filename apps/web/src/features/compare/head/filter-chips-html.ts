import type { Comparison } from '@assay/domain/compare/comparison'
import { isDimensionName } from '@assay/domain/compare/dimension'
import { type Html, html } from '../../../ui/html.ts'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import { withoutFilter } from '../change-comparison.ts'
import style from './filter-chips.module.css'

/** A filter with more values than this shows only their number. */
const MAX_LISTED_VALUES = 3

/** Renders the active filters, each with a link that removes it. */
export function filterChipsHtml(comparison: Comparison, hrefTo: (comparison: Comparison) => string): Html {
  const filters = Object.entries(comparison.filters).flatMap(([name, values]) =>
    isDimensionName(name) && values !== undefined ? [{ name, values }] : [],
  )
  if (filters.length === 0) return html``
  const chips = filters.map(({ name, values }) => {
    const label = dimensionLabel(name)
    return html`
      <li class="${style.chip}">
        <span>${label}: <strong>${valuesText(values)}</strong></span>
        <a href="${hrefTo(withoutFilter(comparison, name))}" aria-label="Remove the filter on ${label.toLowerCase()}" class="no-print">×</a>
      </li>`
  })
  return html`<ul class="${style.chips}" aria-label="Filters">${chips}</ul>`
}

const valuesText = (values: readonly string[]) =>
  values.length > MAX_LISTED_VALUES
    ? `${values.length} values`
    : values.map((value) => (value === '' ? 'none' : value)).join(', ')
