'use client'

import { useSyncExternalStore } from 'react'

/** The selection of a reviewer: selected words, or the block, cell, heading or figure that was clicked. */
export type SpecSelection = {
  kind: 'range' | 'block' | 'heading' | 'cell' | 'figure'
  block: string
  quote: string
  prefix: string
  suffix: string
}

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
  setSelection(selectBlock(block))
}

/** Selects a whole block: a paragraph, a heading, a figure. */
export function selectBlock(block: HTMLElement): SpecSelection {
  const kind = /^H[1-6]$/.test(block.tagName) ? 'heading' : isFigure(block) ? 'figure' : 'block'
  const source = kind === 'figure' ? (block.querySelector('figcaption') ?? block) : block
  return { kind, block: block.dataset.block ?? '', quote: wordsOf(source), prefix: '', suffix: '' }
}

const isFigure = (block: HTMLElement): boolean => block.querySelector('figure') !== null

const normalised = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Excludes the links to comments that the page inserts into the text. */
function wordsOf(element: Element): string {
  const copy = element.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  for (const mark of copy.querySelectorAll('[data-feedback]')) mark.remove()
  return normalised(copy.textContent).trim().slice(0, 4_000)
}

function textsAround(block: Element, inner: Element): [string, string] {
  const range = document.createRange()
  range.selectNode(inner)
  return around(block, range)
}

/** Returns the selected text when it lies in one block of the spec. */
function readMarked(): SpecSelection | null {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const block = elementOf(range.startContainer)?.closest<HTMLElement>('[data-spec-text] [data-block]')
  if (block == null || elementOf(range.endContainer)?.closest('[data-block]') !== block) return null
  // Words inside a figure are rendered and not part of the text, so the whole figure is selected.
  if (isFigure(block)) return selectBlock(block)
  const quote = normalised(range.toString()).trim()
  const id = block.dataset.block
  if (quote === '' || id === undefined) return null
  const [prefix, suffix] = around(block, range)
  return { kind: 'range', block: id, quote: quote.slice(0, 4_000), prefix, suffix }
}

function around(block: Element, range: Range): [string, string] {
  const before = document.createRange()
  before.setStart(block, 0)
  before.setEnd(range.startContainer, range.startOffset)
  const behind = document.createRange()
  behind.setStart(range.endContainer, range.endOffset)
  behind.setEnd(block, block.childNodes.length)
  const [prefix = '', suffix = ''] = [before, behind].map((one) => normalised(one.toString()).trim())
  return [prefix.slice(-32), suffix.slice(0, 32)]
}

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)
