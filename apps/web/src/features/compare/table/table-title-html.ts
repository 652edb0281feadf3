import type { Grid, GridTable } from '@assay/domain/compare/grid'
import { columnHeaders } from '@assay/domain/compare/page-grid/header-levels'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import { type Html, html } from '../../../ui/html.ts'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import style from './table-title.module.css'

/** Heading of one table: its value on the table axis, its metric with unit, and its baseline. */
export function tableTitleHtml(table: GridTable, grid: Grid): Html {
  const { key, metric, unit, better, baseLabel } = table
  return html`
    <div class="${style.title}">
      ${key.label !== '' && html`<h2>${key.label}</h2>`}
      <p class="${style.facts}">
        <strong>${metric === PRIMARY_METRIC ? 'main metric of each test' : metric}</strong>
        ${grid.show !== 'relative' && unit !== '' && ` in ${unit}`}
        ${better === 'lower' && ', lower is better'}
        ${constantValues(table, grid).map((label) => html`<span> · ${label}</span>`)}
        ${baseLabel !== null && html` · relative to <strong class="${style.base}">${baseLabel}</strong>`}
      </p>
    </div>`
}

/** Values that all columns share, which the headers therefore omit. */
function constantValues(table: GridTable, grid: Grid): string[] {
  return columnHeaders(table.columns).constant.flatMap(({ dimension, value }) => {
    const name = grid.columnDimensions[dimension]
    return name === undefined ? [] : [`${dimensionLabel(name)} ${value === '' ? 'not stated' : value}`]
  })
}
