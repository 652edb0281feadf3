/** Hides the items that do not contain the typed text in the list that a search field names in `data-filters`. */
export function filterList(field: HTMLInputElement): void {
  const wanted = field.value.trim().toLowerCase()
  for (const item of document.getElementById(field.dataset.filters ?? '')?.children ?? []) {
    if (item instanceof HTMLElement) item.hidden = !(item.textContent ?? '').toLowerCase().includes(wanted)
  }
}

/** Returns the search field that an event comes from; null for every other field. */
export function searchField({ target }: { target: EventTarget | null }): HTMLInputElement | null {
  return target instanceof HTMLInputElement && target.dataset.filters !== undefined ? target : null
}
