/** Hides the items of the list that a search field names in `data-filters` when they do not hold the typed text. */
export function filterList(field: HTMLInputElement): void {
  const wanted = field.value.trim().toLowerCase()
  for (const item of document.getElementById(field.dataset.filters ?? '')?.children ?? []) {
    if (item instanceof HTMLElement) item.hidden = !(item.textContent ?? '').toLowerCase().includes(wanted)
  }
}

/** The search field that an event comes from; null for every other field. */
export function searchField({ target }: { target: EventTarget | null }): HTMLInputElement | null {
  return target instanceof HTMLInputElement && target.dataset.filters !== undefined ? target : null
}
