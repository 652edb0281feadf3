import type { Grid, GridTable } from '@assay/domain/compare/grid'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import { columnHeaders } from './header-levels.ts'
import style from './table-title.module.css'

/** What one table shows: its place on the table axis, its metric with unit, and what it is divided by. */
export function TableTitle({ table, grid }: { table: GridTable; grid: Grid }) {
  const metric = table.metric === PRIMARY_METRIC ? 'each test’s own metric' : table.metric
  return (
    <div className={style.title}>
      {table.key.label !== '' && <h2>{table.key.label}</h2>}
      <p className={style.facts}>
        <strong>{metric}</strong>
        {grid.show !== 'relative' && table.unit !== '' && <> in {table.unit}</>}
        {table.better === 'lower' && ', lower is better'}
        {constantValues(table, grid).map((label) => (
          <span key={label}> · {label}</span>
        ))}
        {table.baseLabel !== null && (
          <>
            {' '}
            · relative to <strong className={style.base}>{table.baseLabel}</strong>
          </>
        )}
      </p>
    </div>
  )
}

/** What is the same in every column, so that the headers need not say it. */
function constantValues(table: GridTable, grid: Grid): string[] {
  return columnHeaders(table.columns).constant.flatMap(({ dimension, value }) => {
    const name = grid.columnDimensions[dimension]
    return name === undefined ? [] : [`${dimensionLabel(name)} ${value === '' ? 'not stated' : value}`]
  })
}
