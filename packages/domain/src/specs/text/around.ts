import type { Block } from '../anchor/block.ts'
import { headingsAbove } from '../anchor/blocks.ts'
import { BLOCK_SEPARATOR, segmentsOf } from '../anchor/quoted-segments.ts'
import type { Placement } from '../anchor/re-anchor.ts'
import type { Anchor, Segment } from '../spec.ts'
import { shownQuote } from './shown-quote.ts'

/** Text near a position in a spec; `marked` is the text of the anchor. */
export type Around = {
  headings: string[]
  before: string
  left: string
  marked: string
  right: string
  after: string
}

const MAX_CONTEXT_CHARACTERS = 600

/**
 * The block of a comment with its neighbors as plain text. Null when the comment has no position in this revision,
 * because it is about the whole spec or its text was removed.
 */
export function aroundPlacement(
  blocks: readonly Block[],
  anchor: Anchor,
  placement: Placement | undefined,
): Around | null {
  if (anchor.kind === 'whole' || placement === undefined || placement.state === 'detached') return null
  const at = blocks.findIndex(({ id }) => id === placement.block)
  const block = blocks[at]
  if (block === undefined) return null
  const [{ start, end } = { start: 0, end: 0 }, ...rest] = segmentsOf(placement)
  const last = rest.at(-1)
  const lastAt = last === undefined ? at : blocks.findIndex(({ id }) => id === last.block)
  // The source of a figure block is not prose, so it is not a useful context.
  const isFigure = block.kind === 'figure'
  const left = isFigure ? '' : block.text.slice(0, start)
  const right = isFigure ? '' : (blocks[lastAt]?.text ?? '').slice(last?.end ?? end)
  const textOf = (part: Segment) => blocks.find(({ id }) => id === part.block)?.text.slice(part.start, part.end) ?? ''
  return {
    headings: headingsAbove(blocks, block.id).map(({ text }) => text),
    before: shortEnd(readText(blocks[at - 1])),
    left: shortEnd(left),
    marked: isFigure ? readText(block) : [block.text.slice(start, end), ...rest.map(textOf)].join(BLOCK_SEPARATOR),
    right: shortStart(right),
    after: shortStart(readText(blocks[lastAt + 1])),
  }
}

/** The visible text of a block; for a figure its caption. */
const readText = (block: Block | undefined): string =>
  block?.kind === 'figure' ? shownQuote({ kind: 'figure', quote: block.text }) : (block?.text ?? '')

const shortStart = (text: string): string =>
  text.length <= MAX_CONTEXT_CHARACTERS ? text : `${text.slice(0, MAX_CONTEXT_CHARACTERS)}…`
const shortEnd = (text: string): string =>
  text.length <= MAX_CONTEXT_CHARACTERS ? text : `…${text.slice(-MAX_CONTEXT_CHARACTERS)}`
