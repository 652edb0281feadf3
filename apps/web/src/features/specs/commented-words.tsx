'use client'

import { useEffect } from 'react'
import { blockText, rangeOf } from './block-text.ts'
import './commented-words.css'
import { openThread, useOpenThread } from './open-thread.ts'

/** Distance of an opened comment from the top of the list, in pixels. */
const MARGIN = 40

/** Words of a block that a comment is about. */
export type CommentedWords = { comment: number; block: string; start: number; end: number; words: string }

/** Highlights commented words in the text. Their comments open by a click on the words or on the name beside them. */
export function CommentedWords({ commented }: { commented: readonly CommentedWords[] }) {
  const open = useOpenThread()

  useEffect(() => {
    const ranges = rangesOf(commented)
    show('commented', [...ranges.values()].flat())
    const onClick = (event: MouseEvent) => {
      const comment = commentOfChip(event) ?? commentAt(event, ranges)
      if (comment === null || document.getElementById(`card-F-${comment}`) === null) return
      if (commentOfChip(event) !== null) event.preventDefault()
      openThread(comment)
    }
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('click', onClick)
      show('commented', [])
    }
  }, [commented])

  useEffect(() => {
    show('open-comment', open === null ? [] : (rangesOf(commented).get(open) ?? []))
    if (open === null) return
    const card = document.getElementById(`card-F-${open}`)
    if (card !== null) reveal(card)
    card?.focus({ preventScroll: true })
    return () => show('open-comment', [])
  }, [open, commented])
  useEffect(() => () => openThread(null), [])
  return null
}

/** Scrolls the list of comments to one of them. The text stays where it is, unless the comment is out of view then. */
function reveal(card: HTMLElement): void {
  const list = card.closest('aside')
  if (list !== null) list.scrollTop += card.getBoundingClientRect().top - list.getBoundingClientRect().top - MARGIN
  const { top, bottom } = card.getBoundingClientRect()
  if (top > innerHeight - MARGIN || bottom < MARGIN) card.scrollIntoView({ block: 'nearest' })
}

/** Browsers without highlights show the names of the comments only. */
function show(name: string, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return
  if (ranges.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...ranges))
}

function rangesOf(commented: readonly CommentedWords[]): Map<number, Range[]> {
  const ranges = new Map<number, Range[]>()
  for (const [id, list] of Map.groupBy(commented, ({ block }) => block)) {
    const block = document.querySelector(`[data-spec-text] [data-block="${CSS.escape(id)}"]`)
    const text = block === null ? null : blockText(block)
    for (const { comment, start, end, words } of list) {
      const range = text === null ? null : rangeOf(text, start, end, words)
      if (range !== null) ranges.set(comment, [...(ranges.get(comment) ?? []), range])
    }
  }
  return ranges
}

/** The comment of a name in the text, as `F-3`. */
function commentOfChip({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): number | null {
  if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey) return null
  const chip = target.closest('[data-spec-text] a[data-feedback][href^="#F-"]')
  return chip === null ? null : Number(chip.getAttribute('href')?.slice(3))
}

/** The shortest commented words at the pointer; a drag that selects words opens nothing. */
function commentAt({ target, clientX, clientY }: MouseEvent, ranges: ReadonlyMap<number, readonly Range[]>) {
  if (!(target instanceof Element) || target.closest('[data-spec-text]') === null) return null
  if (target.closest('a, button, input, summary') !== null || document.getSelection()?.isCollapsed === false)
    return null
  const isAt = (range: Range) =>
    [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => left <= clientX && clientX <= right && top <= clientY && clientY <= bottom,
    )
  const at = [...ranges].filter(([, list]) => list.some(isAt))
  const lengthOf = (list: readonly Range[]) => list.reduce((sum, range) => sum + range.toString().length, 0)
  return at.toSorted(([, a], [, b]) => lengthOf(a) - lengthOf(b))[0]?.[0] ?? null
}
