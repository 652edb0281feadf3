import { type Html, html } from '../../ui/html.ts'
import style from './list-search.module.css'

/** Renders a field that hides the items of a list without the typed text; the surrounding form applies the filter. */
export const listSearchHtml = ({ listId, label }: { listId: string; label: string }): Html =>
  html`<input type="search" class="${style.search} needs-script" placeholder="Search" aria-label="${label}" data-filters="${listId}">`
