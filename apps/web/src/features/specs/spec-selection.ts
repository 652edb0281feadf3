'use client'

import { useSyncExternalStore } from 'react'
import { type BlockText, blockText, selectedIn } from './block-text.ts'
import { figureCell } from './figure-cell.ts'

/** The selection of a reviewer: selected words, or the block, cell, heading or figure that was clicked. */
export type SpecSelection = {
  kind: 'range' | 'block' | 'heading' | 'cell' | 'figure'
  block: string
  quote: string
  /** Selected words of the following blocks. */
  rest?: { block: string; quote: string }[]
  /** The cell or point of a figure. */
  part?: string
  prefix: string
  suffix: string
}

/** All selected words, with an empty line between blocks as they are quoted. */
export const selectedWords = ({ quote, rest = [] }: SpecSelection): string =>
  [quote, ...rest.map((one) => one.quote)].join('\n\n')

let picked: SpecSelection | null = null
const listeners = new Set<() => void>()

export function setSelection(next: SpecSelection | null): void {
  picked = next
  for (const notify of listeners) notify()
}

/**
 * The selection is shared by the whole page, because several forms use it: new comments, and authors who move a
 * comment.
 */
export const useSelection = (): SpecSelection | null =>
  useSyncExternalStore(
    subscribe,
    () => picked,
    () => null,
  )

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    document.addEventListener('selectionchange', onMark)
    document.addEventListener('click', onClick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('selectionchange', onMark)
    document.removeEventListener('click', onClick)
  }
}

function onMark(): void {
  const marked = readMarked()
  if (marked !== null) setSelection(marked)
}

/**
 * A click on the text selects its block; a click that ends a selection is ignored, because words are selected already.
 */
function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element) || document.getSelection()?.isCollapsed === false) return
  const block = target.closest<HTMLElement>('[data-spec-text] [data-block]')
  if (block === null || target.closest('a, button, input, summary') !== null) return
  const id = block.dataset.block ?? ''
  const cell = isFigure(block) ? null : target.closest('td, th')
  if (cell !== null && block.contains(cell)) {
    const [prefix, suffix] = textsAround(block, cell)
    setSelection({ kind: 'cell', block: id, quote: wordsOf(cell), prefix, suffix })
    return
  }
  const selected = selectBlock(block)
  const part = isFigure(block) ? figureCell(target) : null
  setSelection(part === null ? selected : { ...selected, part })
}

/** Selects a whole block: a paragraph, a heading, a figure. */
export function selectBlock(block: HTMLElement): SpecSelection {
  const kind = /^H[1-6]$/.test(block.tagName) ? 'heading' : isFigure(block) ? 'figure' : 'block'
  const source = kind === 'figure' ? (block.querySelector('figcaption') ?? block) : block
  return { kind, block: block.dataset.block ?? '', quote: wordsOf(source), prefix: '', suffix: '' }
}

const isFigure = (block: HTMLElement): boolean => block.querySelector('figure') !== null

const MAX_QUOTE = 4_000
const MAX_BLOCKS = 20

const wordsOf = (element: Element): string => blockText(element).text.slice(0, MAX_QUOTE)

function textsAround(block: Element, inner: Element): [string, string] {
  const range = document.createRange()
  range.selectNodeContents(inner)
  const read = blockText(block)
  const selected = selectedIn(read, range)
  return selected === null ? ['', ''] : around(read, selected)
}

/** Returns the selected words of one or several blocks of the spec. */
function readMarked(): SpecSelection | null {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const within = elementOf(range.startContainer)?.closest<HTMLElement>('[data-spec-text] [data-block]')
  // Words inside a figure are rendered and not part of the text, so the whole figure is selected.
  if (within != null && isFigure(within)) return selectBlock(within)
  const [first, ...rest] = selectedBlocks(range)
  if (first === undefined || rest.length >= MAX_BLOCKS) return null
  const [prefix] = around(first.read, first.selected)
  const last = rest.at(-1) ?? first
  const [, suffix] = around(last.read, last.selected)
  const quote = first.quote
  return {
    ...{ kind: 'range', block: first.id, quote, prefix, suffix },
    ...(rest.length === 0 ? {} : { rest: rest.map((one) => ({ block: one.id, quote: one.quote })) }),
  }
}

function selectedBlocks(range: Range) {
  return [...document.querySelectorAll<HTMLElement>('[data-spec-text] [data-block]')].flatMap((block) => {
    if (!range.intersectsNode(block) || isFigure(block)) return []
    const read = blockText(block)
    const selected = selectedIn(read, range)
    if (selected === null) return []
    const quote = read.text.slice(selected.start, selected.end).slice(0, MAX_QUOTE)
    return [{ id: block.dataset.block ?? '', read, selected, quote }]
  })
}

const around = ({ text }: BlockText, { start, end }: { start: number; end: number }): [string, string] => [
  text.slice(Math.max(0, start - 32), start).trim(),
  text.slice(end, end + 32).trim(),
]

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)
