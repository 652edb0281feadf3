import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import style from './base-field.module.css'
import { type BaseOption, baseOptions, baseText } from './base-options.ts'

/** What the table is divided by, for those who prefer a list to clicking on headers. */
export function BaseField({ comparison, grid }: { comparison: Comparison; grid: Grid }) {
  const { plain, columns, rows } = baseOptions(comparison, grid)
  const current = baseText(comparison.base)
  return (
    <label className={style.line}>
      <span>Base</span>
      <select name="base" defaultValue={current} data-value={current} className={style.select}>
        {plain.map(option)}
        {columns.length > 0 && <optgroup label="Columns">{columns.map(option)}</optgroup>}
        {rows.length > 0 && <optgroup label="Rows">{rows.map(option)}</optgroup>}
      </select>
    </label>
  )
}

const option = ({ value, label }: BaseOption) => (
  <option key={value} value={value}>
    {label}
  </option>
)
