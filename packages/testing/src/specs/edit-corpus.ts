import { identify } from '@assay/domain/specs/anchor/align-blocks'
import { anchorIn } from '@assay/domain/specs/anchor/anchor-in'
import type { Block, RawBlock } from '@assay/domain/specs/anchor/block'
import { segmentsOf } from '@assay/domain/specs/anchor/quoted-segments'
import { type Placement, placementOf, reAnchor } from '@assay/domain/specs/anchor/re-anchor'
import { wordsLeft } from '@assay/domain/specs/anchor/words'
import type { Anchor } from '@assay/domain/specs/spec'
import { type Random, seededRandom } from '../seeded-random.ts'
import { editProse } from './edit-prose.ts'
import { FIRST_TYPED, type Fragment, proseDocument, textOf } from './prose-corpus.ts'
import { searchQuote } from './search-quote.ts'

// Real prose with random edits from a seed, in which the origin of every letter is known. The test counts how often an
// anchor moves to other words than the original ones.

export type CorpusSize = { documents: number; anchors: number; revisions: number; edits: number; seed: number }

export type Counts = {
  right: number
  /** Anchors that cover some of the original words, but miss most of them or cover others too. */
  partly: number
  /** Anchors of which most of the covered words are others. */
  wrong: number
  /** Wrong anchors that are shown as exact or adjusted, and partly right ones that are shown as exact. */
  silent: number
  lost: number
  /** Anchors that are correctly detached, because less than half of their words are left. */
  detached: number
  /** Right ones among the anchors with at least half of their words left. */
  rightOfPlaceable: number
}

export type Figures = Counts & {
  placements: number
  placeable: number
  /** The same anchors by a search of their quotes in the last revision. */
  quoteSearch: Counts
  msPerAnchor: number
}

/** One anchor with a wrong position, for inspection. */
export type Misplaced = {
  document: number
  how: 'partly' | 'wrong' | 'lost'
  quote: string
  placement: Placement
  /** The current words of the anchor, and the text around the remaining original words. */
  on: string
  left: string[]
}

const NONE: Counts = { right: 0, partly: 0, wrong: 0, silent: 0, lost: 0, detached: 0, rightOfPlaceable: 0 }

export function measureAnchors(
  { documents, anchors, revisions, edits, seed }: CorpusSize,
  onMisplaced?: (misplaced: Misplaced) => void,
): Figures {
  const figures: Figures = { ...NONE, placements: 0, placeable: 0, quoteSearch: { ...NONE }, msPerAnchor: 0 }
  let spentMs = 0
  for (let number = 0; number < documents; number++) {
    const random = seededRandom(seed + number)
    const ids = { next: 1 }
    let fragments = proseDocument(random, ids)
    let { blocks, next } = identify([], rawOf(fragments), 1)
    const meant = Array.from({ length: anchors }, () => pick(random, blocks, fragments))
    let placements: Placement[] = meant.map(({ anchor }) => placementOf(anchor))
    for (let revision = 0; revision < revisions; revision++) {
      for (let edit = 0; edit < edits; edit++) fragments = editProse(random, fragments, ids)
      const began = performance.now()
      const identified = identify(blocks, rawOf(fragments), next)
      placements = reAnchor(
        { before: blocks, after: identified.blocks, alignment: identified.alignment },
        meant.map(({ anchor }, at) => ({ anchor, placement: placements[at] ?? placementOf(anchor) })),
      )
      spentMs += performance.now() - began
      blocks = identified.blocks
      next = identified.next
    }
    for (const [at, { anchor, ids: own }] of meant.entries()) {
      const placement = placements[at]
      if (placement === undefined) continue
      const truth = truthOf(fragments, own, anchor.quote)
      figures.placements++
      if (truth.isPlaceable) figures.placeable++
      count(figures.quoteSearch, fragments, blocks, truth, searchQuote(blocks, anchor))
      const how = count(figures, fragments, blocks, truth, placement)
      if (how === null || onMisplaced === undefined) continue
      const block = fragments[blocks.findIndex(({ id }) => id === placement.block)]
      onMisplaced({
        ...{ document: number, how, quote: anchor.quote, placement },
        on: block === undefined ? '' : textOf(block.letters).slice(placement.start, placement.end),
        left: fragments
          .filter(({ letters }) => letters.some(({ id }) => own.has(id)))
          .map(({ letters }) => textOf(letters)),
      })
    }
  }
  figures.msPerAnchor = spentMs / (figures.placements * revisions)
  return figures
}

/** The remaining letters of an anchor in runs, which other text of the document separates. */
type Truth = { own: ReadonlySet<number>; runs: ReadonlySet<number>[]; isPlaceable: boolean }

/** Maximum letters of other text within one run. */
const MAX_OTHER_LETTERS = 20

function truthOf(fragments: readonly Fragment[], own: ReadonlySet<number>, quote: string): Truth {
  const runs: Set<number>[] = []
  const words: string[] = []
  for (const { letters } of fragments) {
    let others = Number.POSITIVE_INFINITY
    if (!letters.some(({ id }) => own.has(id))) continue
    words.push(letters.map(({ char, id }) => (own.has(id) ? char : ' ')).join(''))
    for (const { id } of letters) {
      if (own.has(id)) {
        if (others > MAX_OTHER_LETTERS) runs.push(new Set())
        runs.at(-1)?.add(id)
        others = 0
      } else if (id < FIRST_TYPED) others++
    }
  }
  return { own, runs, isPlaceable: wordsLeft(quote, words.join(' ')) >= 0.5 }
}

function count(
  counts: Counts,
  fragments: readonly Fragment[],
  blocks: readonly Block[],
  { own, runs, isPlaceable }: Truth,
  placement: Placement,
): Misplaced['how'] | null {
  if (placement.state === 'detached') {
    counts[isPlaceable ? 'lost' : 'detached']++
    return isPlaceable ? 'lost' : null
  }
  const covered = segmentsOf(placement).flatMap(({ block, start, end }) => {
    const at = blocks.findIndex(({ id }) => id === block)
    return fragments[at]?.letters.slice(start, end) ?? []
  })
  const mine = covered.filter(({ id }) => own.has(id)).length
  // Letters that were typed inside the range belong to the anchor, unless they are most of it.
  const others = covered.filter(({ id }) => id < FIRST_TYPED && !own.has(id)).length
  if (mine === 0 || others > mine || covered.length > 4 * mine + 80) {
    counts.wrong++
    if (placement.state !== 'moved') counts.silent++
    return 'wrong'
  }
  if (others <= 0.2 * mine + 2 && coversLargestRun(covered, runs)) {
    counts.right++
    if (isPlaceable) counts.rightOfPlaceable++
    return null
  }
  counts.partly++
  if (placement.state === 'exact') counts.silent++
  return 'partly'
}

/** True for most of the largest run, or of one about as large: words that were torn apart have no single position. */
function coversLargestRun(covered: readonly { id: number }[], runs: Truth['runs']): boolean {
  const ids = new Set(covered.map(({ id }) => id))
  const sizeIn = (run: ReadonlySet<number>) => [...run].filter((id) => ids.has(id)).length
  const largest = Math.max(0, ...runs.map(({ size }) => size))
  return runs.some((run) => run.size >= 0.8 * largest && sizeIn(run) >= 0.8 * run.size)
}

type Meant = { anchor: Anchor; ids: ReadonlySet<number> }

/** Selected words; one selection of eight goes on into the next paragraph. */
function pick(random: Random, blocks: readonly Block[], fragments: readonly Fragment[]): Meant {
  for (;;) {
    const at = Math.floor(random() * blocks.length)
    const [block, fragment] = [blocks[at], fragments[at]]
    if (block === undefined || fragment === undefined || fragment.kind === 'heading') continue
    const selected = pickQuote(random, block.text)
    const next = random() < 0.125 && fragments[at + 1]?.kind !== 'heading' ? blocks[at + 1] : undefined
    const quote = next === undefined ? selected : { from: selected.from, text: block.text.slice(selected.from) }
    const following = next === undefined ? '' : startOf(random, next.text)
    if (quote.text.length < 3 || (next !== undefined && following.length < 3)) continue
    const anchor = anchorIn(blocks, {
      ...{ kind: 'range', block: block.id, quote: quote.text },
      prefix: block.text.slice(Math.max(0, quote.from - 32), quote.from),
      suffix: block.text.slice(quote.from + quote.text.length, quote.from + quote.text.length + 32),
      rest: next === undefined ? undefined : [{ block: next.id, quote: following }],
    })
    if (anchor === null || anchor.start !== quote.from) continue
    const letters = fragment.letters.slice(anchor.start, anchor.end)
    const others = anchor.rest === undefined ? [] : (fragments[at + 1]?.letters.slice(0, anchor.rest[0]?.end) ?? [])
    return { anchor, ids: new Set([...letters, ...others].map(({ id }) => id)) }
  }
}

/** The first words of a text. */
function startOf(random: Random, text: string): string {
  const end = text.indexOf(' ', Math.floor(random() * Math.min(text.length, 200)))
  return end < 0 ? text : text.slice(0, end)
}

/** Words of a text without the spaces around them; one of four begins or ends within a word. */
function pickQuote(random: Random, text: string): { from: number; text: string } {
  const length = Math.min(text.length, Math.floor(8 + random() ** 2 * 292))
  let from = Math.floor(random() * (text.length - length + 1))
  let end = from + length
  if (random() < 0.75) {
    while (from > 0 && text[from - 1] !== ' ') from--
    while (end < text.length && text[end] !== ' ') end++
  }
  const quote = text.slice(from, end)
  return { from: from + quote.length - quote.trimStart().length, text: quote.trim() }
}

const rawOf = (fragments: readonly Fragment[]): RawBlock[] =>
  fragments.map(({ kind, depth, letters }) => ({ kind, depth, start: 0, end: 0, text: textOf(letters) }))

export function figuresText(name: string, figures: Figures): string {
  const { placements, placeable, quoteSearch, msPerAnchor } = figures
  const share = (counted: number, of = placements) => `${((100 * counted) / of).toFixed(3)}%`
  const line = (counts: Counts) =>
    [
      `right of ${placeable} placeable ${share(counts.rightOfPlaceable, placeable)}, wrong and unmarked ${share(counts.silent)}`,
      `of all: right ${share(counts.right)}, partly ${share(counts.partly)}, wrong ${share(counts.wrong)}, lost ${share(counts.lost)}, rightly detached ${share(counts.detached)}`,
    ].join('\n    ')
  return [
    `${name}: ${placements} anchors, ${msPerAnchor.toFixed(3)} ms an anchor and revision`,
    `  ${line(figures)}`,
    `  search of the quote: ${line(quoteSearch)}`,
  ].join('\n')
}
