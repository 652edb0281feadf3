/** The text of a block as the server stores it, and the position of each of its letters in the page. */
export type BlockText = { text: string; at: readonly { node: Text; offset: number }[] }

/** Marks, links and summaries that the page inserts, and blocks inside of the block, are not its text. */
const NOT_TEXT = '[data-feedback], [data-block], summary'

/** Reads a block: single spaces, also between the cells of a row. */
export function blockText(block: Element): BlockText {
  const at: { node: Text; offset: number }[] = []
  let text = ''
  let isSpaced = false
  let cell: Element | null = null
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!(node instanceof Text) || parent === null) continue
    const outer = parent.closest(NOT_TEXT)
    if (outer !== block && outer !== null && block.contains(outer)) continue
    const inCell = parent.closest('td, th')
    isSpaced ||= inCell !== cell && text !== ''
    cell = inCell
    for (const [offset, letter] of node.data.split('').entries()) {
      if (/\s/.test(letter)) isSpaced = text !== ''
      else {
        if (isSpaced) at.push({ node, offset })
        text += isSpaced ? ` ${letter}` : letter
        at.push({ node, offset })
        isSpaced = false
      }
    }
  }
  return { text, at }
}

/** The letters of a block that a range contains, as offsets in its text without spaces at the ends; null for none. */
export function selectedIn({ text, at }: BlockText, range: Range): { start: number; end: number } | null {
  const isIn = ({ node, offset }: BlockText['at'][number]) =>
    range.comparePoint(node, offset) === 0 && range.comparePoint(node, offset + 1) === 0
  let [start, end] = [at.findIndex(isIn), at.findLastIndex(isIn) + 1]
  if (start < 0) return null
  while (text[start] === ' ') start++
  while (text[end - 1] === ' ') end--
  return start < end ? { start, end } : null
}

/** The range of the page for letters of a block; null when the block has other text at these offsets. */
export function rangeOf(block: BlockText, start: number, end: number, words: string): Range | null {
  const [first, last] = [block.at[start], block.at[end - 1]]
  if (first === undefined || last === undefined || block.text.slice(start, end) !== words) return null
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  return range
}
