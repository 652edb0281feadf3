import { z } from 'zod'
import { type Anchor, Segment } from '../spec.ts'
import type { Alignment } from './align-blocks.ts'
import type { Block } from './block.ts'
import { headingsAbove } from './blocks.ts'
import { findRange } from './find-range.ts'
import { joinSegments, quotesOf, segmentsOf, worse } from './quoted-segments.ts'
import { type Traced, traceWords } from './trace-words.ts'

/**
 * Position of feedback on one revision. `exact`: the quoted words are unchanged; `adjusted`: they were edited; `moved`:
 * they are elsewhere; `detached`: they were removed, and `block` is the nearest remaining heading.
 */
export const Placement = z.object({
  state: z.enum(['exact', 'adjusted', 'moved', 'detached']),
  block: z.string().nullable(),
  start: z.int(),
  end: z.int(),
  /** Ranges in the following blocks. */
  rest: z.array(Segment).optional(),
})
export type Placement = z.infer<typeof Placement>

/** Minimum length of a quote that is trusted if it is found once; a shorter one also needs its context. */
const STRONG = 40
const WEAK = 12
const MIN_CONTEXT_CHARACTERS = 10

export type Revisions = { before: readonly Block[]; after: readonly Block[]; alignment: Alignment }

/** Placement of an anchor on the revision on which it was created. */
export const placementOf = (anchor: Anchor): Placement => ({
  state: 'exact',
  block: anchor.block,
  start: anchor.start,
  end: anchor.end,
  ...(anchor.rest === undefined ? {} : { rest: anchor.rest }),
})

/** Re-anchors feedback on the next revision, from its placement on the previous one. */
export function reAnchor(
  revisions: Revisions,
  anchors: readonly { anchor: Anchor; placement: Placement }[],
): Placement[] {
  const { before, after } = revisions
  const blockIndex = {
    before: new Map(before.map((block, at) => [block.id, at])),
    after: new Map(after.map((block, at) => [block.id, at])),
  }
  const unchanged = new Set(revisions.alignment.pairs.flatMap(({ how, after: at }) => (how === 'edited' ? [] : [at])))
  const old = new Map(revisions.alignment.pairs.map((pair) => [pair.after, before[pair.before]]))
  const fresh = after.flatMap((block, at) => (unchanged.has(at) ? [] : [{ block, old: old.get(at) ?? null }]))
  let found: Traced | null = null
  const traced = () => {
    found ??= traceWords(before, after, revisions.alignment)
    return found
  }
  const index = { ...blockIndex, fresh, traced }
  return anchors.map(({ anchor, placement }) =>
    anchor.rest === undefined
      ? reAnchorOne(revisions, index, anchor, placement)
      : reAnchorSegments(revisions, index, anchor, placement),
  )
}

type BlockIndex = {
  before: ReadonlyMap<string, number>
  after: ReadonlyMap<string, number>
  /** New and edited blocks, which contain moved words. */
  fresh: readonly { block: Block; old: Block | null }[]
  /** Computed once, when an anchor is on a changed block. */
  traced: () => Traced
}

/** Re-anchors a selection over several blocks: each range alone, and then those that still follow each other. */
function reAnchorSegments(
  revisions: Revisions,
  blockIndex: BlockIndex,
  anchor: Anchor,
  placement: Placement,
): Placement {
  const segments = segmentsOf(placement)
  const quotes = quotesOf(anchor)
  const textOf = ({ block, start, end }: Segment) =>
    revisions.before[blockIndex.before.get(block) ?? -1]?.text.slice(start, end) ?? ''
  const placed = segments.map((segment, at) => {
    const quote = (segments.length === quotes.length ? quotes[at] : undefined) ?? textOf(segment)
    return reAnchorOne(revisions, blockIndex, { ...anchor, quote }, { state: placement.state, ...segment })
  })
  const first = { ...anchor, quote: quotes[0] ?? '' }
  return joinSegments(placed, blockIndex.after) ?? reAnchorOne(revisions, blockIndex, first, placement)
}

function reAnchorOne(revisions: Revisions, blockIndex: BlockIndex, anchor: Anchor, placement: Placement): Placement {
  if (anchor.kind === 'whole') return placementOf(anchor)
  const at = placement.block === null ? undefined : blockIndex.before.get(placement.block)
  const old = at === undefined ? undefined : revisions.before[at]
  if (placement.state === 'detached' || at === undefined || old === undefined) {
    return search(blockIndex, anchor, [anchor.quote]) ?? detached(revisions, blockIndex, placement)
  }
  const current = old.text.slice(placement.start, placement.end)
  const pair = revisions.alignment.byBefore.get(at)
  const block = pair === undefined ? undefined : revisions.after[pair.after]
  if (pair?.doubt === 'unclear' && (block === undefined || old.text === block.text)) {
    return detached(revisions, blockIndex, placement)
  }
  if (pair !== undefined && block !== undefined) {
    if (old.text === block.text) {
      // If the neighboring blocks did not move with it, the paragraph may have been joined with another one that
      // contains the words.
      const alsoElsewhere = pair.company < 2 && blockIndex.fresh.some((one) => isNewIn(one, current))
      if (alsoElsewhere && pair.company === 0) return detached(revisions, blockIndex, placement)
      const moved = pair.how === 'moved' || pair.doubt === 'contested' || alsoElsewhere
      return { ...placement, block: block.id, state: moved ? worse(placement.state, 'moved') : placement.state }
    }
    const isWhole =
      anchor.kind !== 'range' && anchor.kind !== 'cell' && placement.start === 0 && placement.end === old.text.length
    if (isWhole) {
      const state = worse(placement.state, pair.doubt === 'contested' ? 'moved' : 'adjusted')
      return { state, block: block.id, start: 0, end: block.text.length }
    }
  }
  const placed = findRange(blockIndex.traced(), { old, at, after: revisions.after }, placement, anchor.quote)
  const target = placed === null ? undefined : revisions.after[placed.block]
  if (placed !== null && target !== undefined) {
    const { start, end, isMoved } = placed
    const isElsewhere = isMoved || pair?.after !== placed.block || pair.doubt === 'contested'
    const isSame = target.text.slice(start, end) === current
    const state = isElsewhere ? 'moved' : isSame ? placement.state : 'adjusted'
    return { state: worse(placement.state, state), block: target.id, start, end }
  }
  return search(blockIndex, anchor, [current, anchor.quote]) ?? detached(revisions, blockIndex, placement)
}

/**
 * The only block to which a quote was moved. Only text that is new in its block counts, because older text is a copy of
 * the quote.
 */
function search({ fresh }: BlockIndex, anchor: Anchor, quotes: readonly string[]): Placement | null {
  for (const quote of new Set(quotes)) {
    if (quote.length < WEAK) continue
    const found = fresh.filter((one) => isNewIn(one, quote))
    const [one] = found
    if (one === undefined) continue
    const { block } = one
    const start = block.text.indexOf(quote)
    // Two occurrences in one block are as ambiguous as in two blocks.
    if (found.length > 1 || block.text.indexOf(quote, start + 1) >= 0) return null
    const end = start + quote.length
    if (quote.length < STRONG && !hasContext(anchor, block.text, start, end)) continue
    return { state: 'moved', block: block.id, start, end }
  }
  return null
}

const isNewIn = ({ block, old }: BlockIndex['fresh'][number], quote: string): boolean =>
  block.text.includes(quote) && old?.text.includes(quote) !== true

/** True when enough text before or after a quote is unchanged. */
function hasContext({ prefix, suffix }: Anchor, text: string, start: number, end: number): boolean {
  const [left, right] = [text.slice(0, start), text.slice(end)]
  let [before, behind] = [0, 0]
  while (before < prefix.length && prefix.at(-1 - before) === left.at(-1 - before)) before++
  while (behind < suffix.length && suffix[behind] === right[behind]) behind++
  return before >= MIN_CONTEXT_CHARACTERS || behind >= MIN_CONTEXT_CHARACTERS
}

function detached({ before, after }: Revisions, blockIndex: BlockIndex, placement: Placement): Placement {
  const alive = (id: string | null) => id !== null && blockIndex.after.has(id)
  if (placement.state === 'detached' && alive(placement.block)) return placement
  const heading = headingsAbove(before, placement.block).findLast(({ id }) => alive(id))
  return {
    state: 'detached',
    block: heading?.id ?? after.find(({ kind }) => kind === 'heading')?.id ?? null,
    start: 0,
    end: 0,
  }
}
