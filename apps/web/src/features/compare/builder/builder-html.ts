import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import type { ObservedDimension } from '../../../trpc/answers.ts'
import button from '../../../ui/button.module.css'
import { type Html, html } from '../../../ui/html.ts'
import { facetHtml } from '../../dimensions/facet-html.ts'
import { swapped } from '../change-comparison.ts'
import { axisFieldsHtml } from './axis-fields-html.ts'
import { baseFieldHtml } from './base-field-html.ts'
import style from './builder.module.css'
import { withFiltered } from './facet-dimensions.ts'
import { metricFacetHtml, type OfferedMetric } from './metric-facet-html.ts'
import { optionFieldsHtml } from './option-fields-html.ts'
import { FIELDS } from './read-builder-form.ts'

export type BuilderContent = {
  comparison: Comparison
  grid: Grid
  observed: readonly ObservedDimension[]
  metrics: readonly OfferedMetric[]
  hrefTo: (comparison: Comparison) => string
}

/** Renders the fields for every property of a comparison. */
export function builderHtml({ comparison, grid, observed, metrics, hrefTo }: BuilderContent): Html {
  const { rows, columns, tables, filters } = comparison
  const dimensions = observed.map(({ name }) => name)
  return html`
    <input type="hidden" name="${FIELDS.before}" value="${toQuery(comparison)}">
    <input type="hidden" name="show" value="${comparison.show}">
    ${comparison.onlyChanged && html`<input type="hidden" name="changed" value="yes">`}
    <section class="${style.part}">
      <h2>Layout</h2>
      ${axisFieldsHtml({ axis: 'rows', label: 'Rows', placed: rows, dimensions })}
      ${axisFieldsHtml({ axis: 'columns', label: 'Columns', placed: columns, dimensions })}
      ${axisFieldsHtml({ axis: 'tables', label: 'Tables', placed: tables, dimensions })}
      <a class="${style.swap}" href="${hrefTo(swapped(comparison))}">Swap rows and columns</a>
      ${baseFieldHtml(comparison, grid)}
    </section>
    <section class="${style.part}">
      <h2>Filters</h2>
      ${withFiltered(observed, filters).map((dimension) =>
        facetHtml({ dimension, chosen: filters[dimension.name] ?? [], field: dimension.name, listed: true }),
      )}
    </section>
    <section class="${style.part}">
      <h2>Cells</h2>
      ${metricFacetHtml(metrics, comparison.metrics)}
      ${optionFieldsHtml(comparison)}
    </section>
    <div class="without-script">
      <button type="submit" class="${button.primary}">Show this comparison</button>
    </div>`
}
