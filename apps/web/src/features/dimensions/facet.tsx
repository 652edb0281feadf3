import { joinList } from '@assay/domain/compare/render/list-text'
import type { ObservedDimension } from '../../trpc/api-types.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { dimensionLabel } from './dimension-label.ts'

/** A list with more values than this gets a search field. */
const SEARCH_FROM = 10

type Props = {
  dimension: ObservedDimension
  chosen: readonly string[]
  /** Name of the form field of each selected value. */
  field: string
  /** True when the form handler splits values at commas. */
  listed?: boolean
}

/** The observed values of one dimension with their counts as checkboxes. None checked means all of them. */
export function Facet({ dimension, chosen, field, listed = false }: Props) {
  const { name, values } = dimension
  const label = dimensionLabel(name)
  // A selected value stays in the list even without results under the other filters, so that it can be deselected.
  const gone = chosen.filter((value) => !values.some((observed) => observed.value === value))
  const shown = [...values, ...gone.map((value) => ({ value, count: 0 }))]
  const items = shown.map(({ value, count }) => ({
    text: value,
    value: listed ? joinList([value]) : value,
    note: formatCount(count),
    isChosen: chosen.includes(value),
  }))
  return (
    <CheckList
      label={label}
      legend={`${label}, each with its number of results`}
      field={field}
      isSearched={shown.length >= SEARCH_FROM}
      items={items}
    />
  )
}
