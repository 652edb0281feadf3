import { diffArrays } from 'diff'
import { z } from 'zod'
import type { Anchor } from '../spec.ts'
import type { Alignment } from './align-blocks.ts'
import type { Block } from './block.ts'
import { headingsAbove } from './blocks.ts'

/**
 * Position of feedback on one revision. `exact`: the quoted words are unchanged; `adjusted`: they were edited; `moved`:
 * they are elsewhere; `detached`: they were removed, and `block` is the nearest remaining heading.
 */
export const Placement = z.object({
  state: z.enum(['exact', 'adjusted', 'moved', 'detached']),
  block: z.string().nullable(),
  start: z.int(),
  end: z.int(),
})
export type Placement = z.infer<typeof Placement>

/** Minimum share of the quoted words that an edited text must contain for the feedback to stay on it. */
const MIN_REMAINING_RATIO = 0.4
/**
 * Maximum distance between words of one range, and the share of a range below which a distant group of words is
 * dropped.
 */
const MAX_GAP_CHARACTERS = 60
const STRAY = 0.2
/** Minimum length of a quote that is trusted if it is found once; a shorter one also needs its context. */
const STRONG = 40
const WEAK = 12
const CONTEXT = 32
const MIN_CONTEXT_CHARACTERS = 10

export type Revisions = { before: readonly Block[]; after: readonly Block[]; alignment: Alignment }

/** Placement of an anchor on the revision on which it was created. */
export const placementOf = (anchor: Anchor): Placement => ({
  state: 'exact',
  block: anchor.block,
  start: anchor.start,
  end: anchor.end,
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
  return anchors.map(({ anchor, placement }) => reAnchorOne(revisions, { ...blockIndex, fresh }, anchor, placement))
}

type BlockIndex = {
  before: ReadonlyMap<string, number>
  after: ReadonlyMap<string, number>
  /** New and edited blocks, which contain moved words. */
  fresh: readonly { block: Block; old: Block | null }[]
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
  if (pair?.doubt === 'unclear') return detached(revisions, blockIndex, placement)
  if (pair !== undefined && block !== undefined) {
    if (old.text === block.text) {
      // If the neighboring blocks did not move with it, the paragraph may have been joined with another one that
      // contains the words.
      const alsoElsewhere = pair.company < 2 && blockIndex.fresh.some((one) => isNewIn(one, current))
      if (alsoElsewhere && pair.company === 0) return detached(revisions, blockIndex, placement)
      const moved = pair.how === 'moved' || pair.doubt === 'contested' || alsoElsewhere
      return { ...placement, block: block.id, state: moved ? worse(placement.state, 'moved') : placement.state }
    }
    const carriedRange = carry(old.text, block.text, placement)
    const isWhole =
      anchor.kind !== 'range' && anchor.kind !== 'cell' && placement.start === 0 && placement.end === old.text.length
    const range = isWhole ? { start: 0, end: block.text.length } : carriedRange
    if (
      range !== null &&
      (isWhole || wordsLeft(anchor.quote, block.text.slice(range.start, range.end)) >= MIN_REMAINING_RATIO)
    ) {
      const text = block.text.slice(range.start, range.end)
      const isContested = pair.doubt === 'contested'
      const state =
        text === current && !isContested ? placement.state : worse(placement.state, isContested ? 'moved' : 'adjusted')
      return { state, block: block.id, ...range }
    }
  }
  return search(blockIndex, anchor, [current, anchor.quote]) ?? detached(revisions, blockIndex, placement)
}

const SEVERITY = ['exact', 'adjusted', 'moved', 'detached'] as const
const worse = (a: Placement['state'], b: Placement['state']) => (SEVERITY.indexOf(a) >= SEVERITY.indexOf(b) ? a : b)

type Range = { start: number; end: number }

/** The range in the edited text between the first and the last remaining word. */
function carry(from: string, to: string, range: Range): Range | null {
  const [a, b] = [tokensOf(from), tokensOf(to)]
  let [i, j, x, y] = [0, 0, 0, 0]
  const remaining: Range[] = []
  for (const { added, removed, count = 0 } of diffArrays(a, b)) {
    for (let n = 0; n < count; n++) {
      if (added) {
        y += b[j++]?.length ?? 0
        continue
      }
      const token = a[i++] ?? ''
      if (!removed) {
        const [first, last] = [Math.max(range.start, x), Math.min(range.end, x + token.length)]
        if (first < last && token !== ' ') {
          remaining.push({ start: y + first - x, end: y + last - x })
        }
        y += token.length
        j++
      }
      x += token.length
    }
  }
  return withoutStrays(remaining, range.end - range.start)
}

/**
 * The range without words that the diff matched far from most others: a frequent word that was typed a paragraph away
 * is not the removed one.
 */
function withoutStrays(remaining: readonly Range[], length: number): Range | null {
  const groups: Range[][] = []
  for (const word of remaining) {
    const last = groups.at(-1)?.at(-1)
    if (last === undefined || word.start - last.end > MAX_GAP_CHARACTERS) groups.push([word])
    else groups.at(-1)?.push(word)
  }
  const size = (group: readonly Range[]) => group.reduce((sum, { start, end }) => sum + end - start, 0)
  const isStray = (group: readonly Range[] | undefined) => group !== undefined && size(group) < STRAY * length
  while (groups.length > 1 && isStray(groups[0])) groups.shift()
  while (groups.length > 1 && isStray(groups.at(-1))) groups.pop()
  const [first, last] = [groups[0]?.[0], groups.at(-1)?.at(-1)]
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end }
}

const tokensOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? []

/** The share of a quote's words that occur in a text. */
export function wordsLeft(quote: string, text: string): number {
  const words = wordsOf(quote)
  if (words.length === 0) return quote !== '' && text.includes(quote) ? 1 : 0
  const left = new Map<string, number>()
  for (const word of wordsOf(text)) left.set(word, (left.get(word) ?? 0) + 1)
  let found = 0
  for (const word of words) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    found++
  }
  return found / words.length
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

/**
 * The anchor of a quote in a block with its context; an anchor on the whole block if the context does not decide
 * between several occurrences; null if the block lacks the quote.
 */
export function anchorIn(
  blocks: readonly Block[],
  requested: Pick<Anchor, 'kind' | 'block' | 'quote' | 'prefix' | 'suffix'>,
): Anchor | null {
  const block = blocks.find(({ id }) => id === requested.block)
  if (requested.kind === 'whole' || block === undefined) return null
  const headings = headingsAbove(blocks, block.id).map(({ text }) => text)
  const make = (start: number, end: number): Anchor => ({
    kind: requested.kind,
    block: block.id,
    start,
    end,
    quote: block.text.slice(start, end),
    prefix: block.text.slice(Math.max(0, start - CONTEXT), start),
    suffix: block.text.slice(end, end + CONTEXT),
    headings,
  })
  if (
    requested.quote === '' ||
    requested.kind === 'heading' ||
    requested.kind === 'block' ||
    requested.kind === 'figure'
  ) {
    return make(0, block.text.length)
  }
  const positions: number[] = []
  for (let at = block.text.indexOf(requested.quote); at >= 0; at = block.text.indexOf(requested.quote, at + 1))
    positions.push(at)
  const score = (at: number) => {
    const [left, right] = [block.text.slice(0, at), block.text.slice(at + requested.quote.length)]
    return (
      Number(left.trimEnd().endsWith(requested.prefix.trim())) +
      Number(right.trimStart().startsWith(requested.suffix.trim()))
    )
  }
  const best = positions.filter((at) => positions.every((other) => other === at || score(at) > score(other)))
  const [start] = best
  if (start !== undefined) return make(start, start + requested.quote.length)
  return positions.length === 0 ? null : { ...make(0, block.text.length), kind: 'block' }
}
