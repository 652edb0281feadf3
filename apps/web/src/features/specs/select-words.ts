import { blockText, rangeOf, selectedIn } from './block-text.ts'

/** Selects words of a block by arrow keys, as with a pointer. @returns false for other keys */
export function selectWords(block: Element, { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  const selection = document.getSelection()
  if (by === 0 || selection === null || ctrlKey || metaKey || altKey) return false
  const read = blockText(block)
  const words = Array.from(read.text.matchAll(/[\p{L}\p{N}_'’-]+/gu), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }))
  const selected = selection.rangeCount === 0 ? null : selectedIn(read, selection.getRangeAt(0))
  const first = selected === null ? -1 : words.findIndex(({ end }) => end > selected.start)
  const last = selected === null ? -1 : words.findLastIndex(({ start }) => start < selected.end)
  const [from, to] =
    selected === null ? [0, 0] : shiftKey ? [first, Math.max(first, last + by)] : [last + by, last + by]
  const [begin, end] = [words[Math.max(0, from)], words[Math.min(words.length - 1, to)]]
  if (begin === undefined || end === undefined || begin.start > end.start) return true
  const range = rangeOf(read, begin.start, end.end, read.text.slice(begin.start, end.end))
  if (range === null) return true
  selection.removeAllRanges()
  selection.addRange(range)
  return true
}
