import { joinList } from '@assay/domain/compare/render/list-text'
import type { ObservedDimension } from '../../trpc/answers.ts'
import { formatCount } from '../../ui/format-count.ts'
import { type Html, html } from '../../ui/html.ts'
import { dimensionLabel } from './dimension-label.ts'
import style from './facet.module.css'
import { listSearchHtml } from './list-search-html.ts'

/** A list with more values than this gets a search field. */
const SEARCH_FROM = 10

type Facet = {
  dimension: ObservedDimension
  chosen: readonly string[]
  /** Name of the form field of each selected value. */
  field: string
  /** True when the form handler splits values at commas. */
  listed?: boolean
}

/** Renders the observed values of one dimension with their counts as checkboxes. None checked means all of them. */
export function facetHtml({ dimension, chosen, field, listed = false }: Facet): Html {
  const { name, values } = dimension
  const label = dimensionLabel(name)
  // A selected value stays in the list even without results under the other filters, so that it can be deselected.
  const gone = chosen.filter((value) => !values.some((observed) => observed.value === value))
  const shown = [...values, ...gone.map((value) => ({ value, count: 0 }))]
  return listHtml({
    label,
    legend: `${label}, each with its number of results`,
    listId: `values-${field}`,
    isSearched: shown.length >= SEARCH_FROM,
    field,
    items: shown.map(({ value, count }) => ({
      text: value,
      value: listed ? joinList([value]) : value,
      note: formatCount(count),
      isChosen: chosen.includes(value),
    })),
  })
}

type List = {
  label: string
  legend: string
  listId: string
  isSearched: boolean
  field: string
  items: readonly { text: string; value: string; note: string; about?: string; isChosen: boolean }[]
}

/** Renders a collapsed list of checkboxes. */
export function listHtml({ label, legend, listId, isSearched, field, items }: List): Html {
  const chosen = items.filter(({ isChosen }) => isChosen).map(({ text }) => text)
  const state = facetState({ chosen, all: items.map(({ text }) => text) })
  return html`
    <details class="${style.facet}">
      <summary class="${style.summary}">
        <span class="${style.label}">${label}</span>
        <span class="${chosen.length > 0 ? style.chosen : style.state}">${state}</span>
      </summary>
      <fieldset class="${style.body}">
        <legend class="visually-hidden">${legend}</legend>
        ${isSearched && listSearchHtml({ listId, label: `Search ${label.toLowerCase()}` })}
        <ul class="${style.values}" id="${listId}">
          ${items.map(
            ({ text, value, note, about, isChosen }) => html`
              <li>
                <label class="${style.value}"${about !== undefined && html` title="${about}"`}>
                  <input type="checkbox" name="${field}" value="${value}"${isChosen && html` checked`}>
                  <span class="${style.text}">${text}</span>
                  <span class="${style.count}">${note}</span>
                </label>
              </li>`,
          )}
        </ul>
      </fieldset>
    </details>`
}

/** Text of a collapsed list: the only value, the selected one, or `2 of 5`. */
function facetState({ chosen, all }: { chosen: readonly string[]; all: readonly string[] }): string {
  if (chosen.length === 1) return chosen[0] ?? ''
  if (chosen.length > 1) return `${chosen.length} of ${all.length}`
  return all.length === 1 ? (all[0] ?? '') : `all ${all.length}`
}
