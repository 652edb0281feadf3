'use client'

import { showBidiControls } from '@assay/domain/json/readable-text'
import { useState } from 'react'
import style from './check-list.module.css'

export type CheckItem = { text: string; value: string; note: string; about?: string; isChosen: boolean }

type Props = {
  label: string
  legend: string
  /** Name of the form field of each selected value. */
  field: string
  isSearched: boolean
  items: readonly CheckItem[]
}

/** A collapsed list of checkboxes of a form, with a field that hides the values without the typed text. */
export function CheckList({ label, legend, field, isSearched, items }: Props) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const chosen = items.filter(({ isChosen }) => isChosen).map(({ text }) => text)
  const state = stateOf({ chosen, all: items.map(({ text }) => text) })
  return (
    <details className={style.list}>
      <summary className={style.summary}>
        <span className={style.label}>{showBidiControls(label)}</span>
        <span className={chosen.length > 0 ? style.chosen : style.state}>{showBidiControls(state)}</span>
      </summary>
      <fieldset className={style.body}>
        <legend className="visually-hidden">{showBidiControls(legend)}</legend>
        {isSearched && (
          <input
            type="search"
            className={`${style.search} needs-script`}
            placeholder="Search"
            aria-label={`Search ${label.toLowerCase()}`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <ul className={style.values}>
          {items.map(({ text, value, note, about, isChosen }) => (
            <li key={value} hidden={!`${text} ${note}`.toLowerCase().includes(wanted)}>
              <label className={style.value} title={about}>
                <input type="checkbox" name={field} value={value} defaultChecked={isChosen} />
                <span className={style.text}>{showBidiControls(text)}</span>
                <span className={style.count}>{note}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </details>
  )
}

/** Text of a collapsed list: the only value, the selected one, or `2 of 5`. */
function stateOf({ chosen, all }: { chosen: readonly string[]; all: readonly string[] }): string {
  if (chosen.length === 1) return chosen[0] ?? ''
  if (chosen.length > 1) return `${chosen.length} of ${all.length}`
  return all.length === 1 ? (all[0] ?? '') : `all ${all.length}`
}
