import type { Comparison } from '@assay/domain/compare/comparison'
import { type DimensionName, isDimensionName } from '@assay/domain/compare/dimension'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import { withoutFilter } from '../change-comparison.ts'
import style from './filter-chips.module.css'

/** A filter with more values than this shows only their number. */
const MAX_LISTED_VALUES = 3

type Props = {
  comparison: Comparison
  hrefTo: (comparison: Comparison) => string
  /** Dimensions whose filters another control of the page shows. */
  except?: readonly DimensionName[]
}

/** The active filters, each with a link that removes it. */
export function FilterChips({ comparison, hrefTo, except = [] }: Props) {
  const filters = Object.entries(comparison.filters).flatMap(([name, values]) =>
    isDimensionName(name) && !except.includes(name) && values !== undefined ? [{ name, values }] : [],
  )
  if (filters.length === 0) return null
  return (
    <ul className={style.chips} aria-label="Filters">
      {filters.map(({ name, values }) => {
        const label = showBidiControls(dimensionLabel(name))
        return (
          <li key={name} className={style.chip}>
            <span>
              {`${label}: `}
              <strong>{showBidiControls(valuesText(values))}</strong>
            </span>
            <a
              href={hrefTo(withoutFilter(comparison, name))}
              aria-label={`Remove the filter on ${label.toLowerCase()}`}
              className="no-print"
            >
              ×
            </a>
          </li>
        )
      })}
    </ul>
  )
}

const valuesText = (values: readonly string[]) =>
  values.length > MAX_LISTED_VALUES
    ? `${values.length} values`
    : values.map((value) => (value === '' ? 'none' : value)).join(', ')
