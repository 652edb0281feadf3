import type { Alignment } from './align-blocks.ts'
import type { RawBlock } from './block.ts'

/** A sentence of a block, or a whole block. `start` and `end` are offsets in the text of the block. */
export type Unit = RawBlock & {
  /** Index of the block. */
  block: number
  /** True for a whole block that both revisions have, which is only context for the sentences around it. */
  isContext: boolean
}

/**
 * The sentences of both revisions in document order. Blocks that both revisions have are one unit each, so that only
 * the text that changed is compared in detail.
 */
export function unitsOf(
  before: readonly RawBlock[],
  after: readonly RawBlock[],
  { pairs }: Alignment,
): { before: Unit[]; after: Unit[] } {
  const remaining = pairs.filter((pair) => before[pair.before]?.text === after[pair.after]?.text)
  const keyOf = (side: 'before' | 'after') => new Map(remaining.map((pair) => [pair[side], `${pair.before}`]))
  const [keysBefore, keysAfter] = [keyOf('before'), keyOf('after')]
  return {
    before: before.flatMap((block, at) => unitsOfBlock(block, at, keysBefore.get(at))),
    after: after.flatMap((block, at) => unitsOfBlock(block, at, keysAfter.get(at))),
  }
}

function unitsOfBlock(block: RawBlock, at: number, key: string | undefined): Unit[] {
  const whole = { ...block, block: at, start: 0, end: block.text.length }
  // The kind of no sentence, and a text of no other unit, match it with the same block only.
  if (key !== undefined) return [{ ...whole, kind: 'math', text: key, isContext: true }]
  if (block.kind !== 'paragraph' && block.kind !== 'item') return [{ ...whole, isContext: false }]
  return sentencesOf(block.text).map(({ start, end }) => ({
    ...{ kind: 'paragraph', depth: 0, start, end, block: at, isContext: false },
    text: block.text.slice(start, end),
  }))
}

/** The end of a sentence: a mark before a space, or a full-width mark, which needs no space. */
const END = /[.?!:;؟۔।]['")\]]* (?=\S)|[。！？；：][」』”’）]* ?(?=\S)/gu

/** Sentences of a text with single spaces, without the spaces between them. */
export function sentencesOf(text: string): { start: number; end: number }[] {
  const starts = [0, ...Array.from(text.matchAll(END), (found) => found.index + found[0].length)]
  return starts.map((start, at) => {
    const next = starts[at + 1] ?? text.length
    return { start, end: next > start && text[next - 1] === ' ' ? next - 1 : next }
  })
}
