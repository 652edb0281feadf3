import { diffArrays } from 'diff'
import { z } from 'zod'
import type { Anchor } from '../spec/spec.ts'
import type { Alignment } from './align-blocks.ts'
import type { Block } from './block.ts'
import { headingsAbove } from './blocks.ts'

/**
 * Where feedback stands on one revision. `exact`: on the words that were meant; `adjusted`: these were edited;
 * `moved`: they stand elsewhere; `detached`: they are gone, and `block` is the nearest heading that is left.
 */
export const Placement = z.object({
  state: z.enum(['exact', 'adjusted', 'moved', 'detached']),
  block: z.string().nullable(),
  start: z.int(),
  end: z.int(),
})
export type Placement = z.infer<typeof Placement>

/** Of the words that were meant: with fewer left, feedback is not about that text any more. */
const LEAST_LEFT = 0.4
/** A quote that is found once counts from this length on; a shorter one with what stood beside it. */
const STRONG = 40
const WEAK = 12
const CONTEXT = 32
const LEAST_CONTEXT = 10

export type Revisions = { before: readonly Block[]; after: readonly Block[]; alignment: Alignment }

/** Where an anchor stands on the revision that it was made on. */
export const placementOf = (anchor: Anchor): Placement => ({
  state: 'exact',
  block: anchor.block,
  start: anchor.start,
  end: anchor.end,
})

/** Anchors on a next revision, from where each stood on the one before. */
export function placeAll(
  revisions: Revisions,
  anchors: readonly { anchor: Anchor; placement: Placement }[],
): Placement[] {
  const { before, after } = revisions
  const places = {
    before: new Map(before.map((block, at) => [block.id, at])),
    after: new Map(after.map((block, at) => [block.id, at])),
  }
  return anchors.map(({ anchor, placement }) => placeOne(revisions, places, anchor, placement))
}

type Places = { before: ReadonlyMap<string, number>; after: ReadonlyMap<string, number> }

function placeOne(revisions: Revisions, places: Places, anchor: Anchor, placement: Placement): Placement {
  if (anchor.kind === 'whole') return placementOf(anchor)
  const at = placement.block === null ? undefined : places.before.get(placement.block)
  const old = at === undefined ? undefined : revisions.before[at]
  if (placement.state === 'detached' || at === undefined || old === undefined) {
    return search(revisions, anchor, [anchor.quote], placement) ?? detached(revisions, places, placement)
  }
  const pair = revisions.alignment.byBefore.get(at)
  const block = pair === undefined ? undefined : revisions.after[pair.after]
  if (pair !== undefined && block !== undefined) {
    if (old.text === block.text) {
      const moved = pair.how === 'moved' || pair.contested
      return { ...placement, block: block.id, state: moved ? worse(placement.state, 'moved') : placement.state }
    }
    const carried = carry(old.text, block.text, placement)
    const isWhole =
      anchor.kind !== 'range' && anchor.kind !== 'cell' && placement.start === 0 && placement.end === old.text.length
    const range = isWhole ? { start: 0, end: block.text.length } : carried
    if (
      range !== null &&
      (isWhole || wordsLeft(anchor.quote, block.text.slice(range.start, range.end)) >= LEAST_LEFT)
    ) {
      const text = block.text.slice(range.start, range.end)
      const was = old.text.slice(placement.start, placement.end)
      const state =
        text === was && !pair.contested
          ? placement.state
          : worse(placement.state, pair.contested ? 'moved' : 'adjusted')
      return { state, block: block.id, ...range }
    }
  }
  const current = old.text.slice(placement.start, placement.end)
  return search(revisions, anchor, [current, anchor.quote], placement) ?? detached(revisions, places, placement)
}

const SEVERITY = ['exact', 'adjusted', 'moved', 'detached'] as const
const worse = (a: Placement['state'], b: Placement['state']) => (SEVERITY.indexOf(a) >= SEVERITY.indexOf(b) ? a : b)

/** The range in the edited text: from the first to the last of its words that are left. */
function carry(from: string, to: string, range: { start: number; end: number }): { start: number; end: number } | null {
  const [a, b] = [tokensOf(from), tokensOf(to)]
  let [i, j, x, y] = [0, 0, 0, 0]
  let start: number | null = null
  let end = 0
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
          start ??= y + first - x
          end = y + last - x
        }
        y += token.length
        j++
      }
      x += token.length
    }
  }
  return start === null ? null : { start, end }
}

const tokensOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? []

/** The share of a quote's words that a text still has. */
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
 * The one place to which a quote went. Only text that is new at its place counts: what stood there before is a copy
 * and not what was meant.
 */
function search(
  { before, after, alignment }: Revisions,
  anchor: Anchor,
  quotes: readonly string[],
  placement: Placement,
): Placement | null {
  const oldOf = new Map(alignment.pairs.map((pair) => [pair.after, before[pair.before]]))
  for (const quote of new Set(quotes)) {
    if (quote.length < WEAK) continue
    const found: { block: Block; start: number }[] = []
    for (const [at, block] of after.entries()) {
      const start = block.text.indexOf(quote)
      if (start < 0) continue
      // Twice in one block is as unclear as in two.
      if (block.text.indexOf(quote, start + 1) >= 0) return null
      const old = oldOf.get(at)
      if (old?.text.includes(quote) && old.id !== placement.block) continue
      found.push({ block, start })
    }
    const [one] = found
    if (one === undefined) continue
    if (found.length > 1) return null
    const end = one.start + quote.length
    if (quote.length < STRONG && !hasContext(anchor, one.block.text, one.start, end)) continue
    return { state: 'moved', block: one.block.id, start: one.start, end }
  }
  return null
}

/** Whether enough of what stood beside a quote still does. */
function hasContext({ prefix, suffix }: Anchor, text: string, start: number, end: number): boolean {
  const [left, right] = [text.slice(0, start), text.slice(end)]
  let [before, behind] = [0, 0]
  while (before < prefix.length && prefix.at(-1 - before) === left.at(-1 - before)) before++
  while (behind < suffix.length && suffix[behind] === right[behind]) behind++
  return before >= LEAST_CONTEXT || behind >= LEAST_CONTEXT
}

function detached({ before, after }: Revisions, places: Places, placement: Placement): Placement {
  const alive = (id: string | null) => id !== null && places.after.has(id)
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
 * The anchor of a quote in a block, with what stands beside it; the whole block where that does not tell which of several
 * is meant, and null when the quote is not there.
 */
export function anchorIn(
  blocks: readonly Block[],
  asked: Pick<Anchor, 'kind' | 'block' | 'quote' | 'prefix' | 'suffix'>,
): Anchor | null {
  const block = blocks.find(({ id }) => id === asked.block)
  if (asked.kind === 'whole' || block === undefined) return null
  const headings = headingsAbove(blocks, block.id).map(({ text }) => text)
  const make = (start: number, end: number): Anchor => ({
    kind: asked.kind,
    block: block.id,
    start,
    end,
    quote: block.text.slice(start, end),
    prefix: block.text.slice(Math.max(0, start - CONTEXT), start),
    suffix: block.text.slice(end, end + CONTEXT),
    headings,
  })
  if (asked.quote === '' || asked.kind === 'heading' || asked.kind === 'block' || asked.kind === 'figure') {
    return make(0, block.text.length)
  }
  const places: number[] = []
  for (let at = block.text.indexOf(asked.quote); at >= 0; at = block.text.indexOf(asked.quote, at + 1)) places.push(at)
  const score = (at: number) => {
    const [left, right] = [block.text.slice(0, at), block.text.slice(at + asked.quote.length)]
    return (
      Number(left.trimEnd().endsWith(asked.prefix.trim())) + Number(right.trimStart().startsWith(asked.suffix.trim()))
    )
  }
  const best = places.filter((at) => places.every((other) => other === at || score(at) > score(other)))
  const [start] = best
  if (start !== undefined) return make(start, start + asked.quote.length)
  return places.length === 0 ? null : { ...make(0, block.text.length), kind: 'block' }
}
