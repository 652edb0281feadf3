import type { DiffSegment } from '../../trpc/answers.ts'
import { type Html, html } from '../../ui/html.ts'
import style from './diff.module.css'

/** Number of unchanged lines that are shown around each change. */
const LINES_AROUND = 3

/** Additions and removals in a text, with a few lines of context. */
export function diffHtml(parts: readonly DiffSegment[]): Html {
  if (parts.every(({ kind }) => kind === 'same')) return html`<p class="${style.same}">Nothing changed.</p>`
  return html`<div class="${style.diff}">${parts.map((part, at) => partHtml(part, at === 0, at === parts.length - 1))}</div>`
}

function partHtml({ kind, text }: DiffSegment, isFirst: boolean, isLast: boolean): Html {
  if (kind === 'added') return html`<ins><span class="visually-hidden">added: </span>${text}</ins>`
  if (kind === 'removed') return html`<del><span class="visually-hidden">removed: </span>${text}</del>`
  const lines = text.split('\n')
  const before = isFirst ? 0 : LINES_AROUND
  const after = isLast ? 0 : LINES_AROUND
  const hidden = lines.length - before - after
  if (hidden <= 2) return html`<span>${text}</span>`
  const head = lines.slice(0, before).join('\n')
  const tail = lines.slice(lines.length - after).join('\n')
  return html`<span>${head}</span><span class="${style.hidden}">${hidden} lines are the same</span><span>${after > 0 && tail}</span>`
}
