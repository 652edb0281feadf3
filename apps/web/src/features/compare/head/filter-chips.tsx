import type { Comparison } from '@assay/domain/compare/comparison'
import { type DimensionName, isDimensionName } from '@assay/domain/compare/dimension'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import { withoutFilter } from '../change-comparison.ts'
import style from './filter-chips.module.css'

/** Above this many values a filter is said by their number. */
const MOST_VALUES = 3

type Props = { comparison: Comparison; hrefTo: (comparison: Comparison) => string }

/** The filters in force, each with a link that takes it off. */
export function FilterChips({ comparison, hrefTo }: Props) {
  const filters = Object.entries(comparison.filters).flatMap(([name, values]) =>
    isDimensionName(name) && values !== undefined ? [{ name, values }] : [],
  )
  if (filters.length === 0) return null
  return (
    <ul className={`${style.chips}`} aria-label="Filters">
      {filters.map(({ name, values }) => (
        <li key={name} className={style.chip}>
          <span>
            {dimensionLabel(name)}: <strong>{valuesText(values)}</strong>
          </span>
          <a href={hrefTo(withoutFilter(comparison, name))} aria-label={removeLabel(name)} className="no-print">
            ×
          </a>
        </li>
      ))}
    </ul>
  )
}

const removeLabel = (name: DimensionName) => `Remove the filter on ${dimensionLabel(name).toLowerCase()}`

const valuesText = (values: readonly string[]) =>
  values.length > MOST_VALUES
    ? `${values.length} values`
    : values.map((value) => (value === '' ? 'none' : value)).join(', ')
