'use client'

import type { FormEvent, KeyboardEvent } from 'react'
import style from './list-search.module.css'

/** Hides the items of a list that do not hold the typed text. The list itself is drawn by the server. */
export function ListSearch({ listId, label }: { listId: string; label: string }) {
  const filter = (event: FormEvent<HTMLInputElement>) => {
    const wanted = event.currentTarget.value.trim().toLowerCase()
    for (const item of document.getElementById(listId)?.children ?? []) {
      if (item instanceof HTMLElement) item.hidden = !(item.textContent ?? '').toLowerCase().includes(wanted)
    }
  }
  return (
    <input
      type="search"
      className={`${style.search} needs-script`}
      placeholder="Search"
      aria-label={label}
      data-own=""
      onInput={filter}
      onKeyDown={keepFromSubmitting}
    />
  )
}

const keepFromSubmitting = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}
