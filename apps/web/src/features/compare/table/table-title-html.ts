import type { Grid, GridTable } from '@assay/domain/compare/grid'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import { type Html, html } from '../../../ui/html.ts'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import { columnHeaders } from './header-levels.ts'
import style from './table-title.module.css'

/** What one table shows: its place on the table axis, its metric with unit, and what it is divided by. */
export function tableTitleHtml(table: GridTable, grid: Grid): Html {
  const { key, metric, unit, better, baseLabel } = table
  return html`
    <div class="${style.title}">
      ${key.label !== '' && html`<h2>${key.label}</h2>`}
      <p class="${style.facts}">
        <strong>${metric === PRIMARY_METRIC ? 'each test’s own metric' : metric}</strong>
        ${grid.show !== 'relative' && unit !== '' && ` in ${unit}`}
        ${better === 'lower' && ', lower is better'}
        ${constantValues(table, grid).map((label) => html`<span> · ${label}</span>`)}
        ${baseLabel !== null && html` · relative to <strong class="${style.base}">${baseLabel}</strong>`}
      </p>
    </div>`
}

/** What is the same in every column, so that the headers need not say it. */
function constantValues(table: GridTable, grid: Grid): string[] {
  return columnHeaders(table.columns).constant.flatMap(({ dimension, value }) => {
    const name = grid.columnDimensions[dimension]
    return name === undefined ? [] : [`${dimensionLabel(name)} ${value === '' ? 'not stated' : value}`]
  })
}
