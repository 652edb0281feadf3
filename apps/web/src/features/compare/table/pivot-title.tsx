import type { Grid, GridTable } from '@assay/domain/compare/grid'
import { columnHeaders } from '@assay/domain/compare/page-grid/header-levels'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { metricWords } from '@assay/domain/run/metric-words'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import style from './table-title.module.css'

/** The name of the metric that is each test's own, as in `PRIMARY_METRIC`, whose module imports every schema. */
const PRIMARY: string = 'primary'

/** Heading of one table: its value on the table axis, its metric with unit, and its baseline. */
export function PivotTitle({ table, grid }: { table: GridTable; grid: Grid }) {
  const { key, metric, unit, better, baseLabel, columns } = table
  const constant = columnHeaders(columns).constant.flatMap(({ dimension, value }) => {
    const name = grid.columnDimensions[dimension]
    return name === undefined ? [] : [`${dimensionLabel(name)} ${value === '' ? 'not stated' : value}`]
  })
  return (
    <div className={style.title}>
      {key.label !== '' && <h2>{showBidiControls(key.label)}</h2>}
      <p className={style.facts}>
        <strong>{metric === PRIMARY ? 'primary metric of each test' : metricWords(metric)}</strong>
        {grid.show !== 'relative' && unit !== '' && ` in ${unit}`}
        {better === 'lower' && ', lower is better'}
        {constant.map((label) => (
          <span key={label}> · {showBidiControls(label)}</span>
        ))}
        {baseLabel !== null && (
          <>
            {' '}
            · relative to <strong className={style.base}>{showBidiControls(baseLabel)}</strong>
          </>
        )}
      </p>
    </div>
  )
}
