import { joinList } from '@assay/domain/compare/list-text'
import type { ObservedDimension } from '../../trpc/answers.ts'
import { formatCount } from '../../ui/format-count.ts'
import { dimensionLabel } from './dimension-label.ts'
import style from './facet.module.css'
import { ListSearch } from './list-search.tsx'

/** Above this many values a list gets a field to search it. */
const SEARCH_FROM = 10

type Props = {
  dimension: ObservedDimension
  chosen: readonly string[]
  /** Name of the form field; each chosen value is sent under it. */
  field: string
  /** True where the reader of the form splits values at commas. */
  listed?: boolean
}

/** The observed values of one dimension with their counts, to tick. None ticked means all of them. */
export function Facet({ dimension, chosen, field, listed = false }: Props) {
  const { name, values } = dimension
  const listId = `values-${field}`
  const label = dimensionLabel(name)
  // A chosen value stays in the list when the other filters leave nothing of it, or it could not be taken back.
  const gone = chosen.filter((value) => !values.some((observed) => observed.value === value))
  const shown = [...values, ...gone.map((value) => ({ value, count: 0 }))]
  return (
    <details className={style.facet}>
      <summary className={style.summary}>
        <span className={style.label}>{label}</span>
        <span className={chosen.length > 0 ? style.chosen : style.state}>
          {facetState(
            chosen,
            shown.map(({ value }) => value),
          )}
        </span>
      </summary>
      <fieldset className={style.body}>
        <legend className="visually-hidden">{label}, each with its number of results</legend>
        {shown.length >= SEARCH_FROM && <ListSearch listId={listId} label={`Search ${label.toLowerCase()}`} />}
        <ul className={style.values} id={listId}>
          {shown.map(({ value, count }) => (
            <li key={value}>
              <label className={style.value}>
                <input
                  type="checkbox"
                  name={field}
                  value={listed ? joinList([value]) : value}
                  defaultChecked={chosen.includes(value)}
                />
                <span className={style.text}>{value}</span>
                <span className={style.count}>{formatCount(count)}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </details>
  )
}

/** What the closed list says: the only value, the one chosen, or how many of how many. */
export function facetState(chosen: readonly string[], values: readonly string[]): string {
  if (chosen.length === 1) return chosen[0] ?? ''
  if (chosen.length > 1) return `${chosen.length} of ${values.length}`
  return values.length === 1 ? (values[0] ?? '') : `all ${values.length}`
}
