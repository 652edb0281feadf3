import { identify } from '@assay/domain/specs/anchor/align-blocks'
import type { Block, RawBlock } from '@assay/domain/specs/anchor/block'
import { anchorIn, type Placement, placementOf, reAnchor, wordsLeft } from '@assay/domain/specs/anchor/re-anchor'
import { type Random, seededRandom } from '../seeded-random.ts'

// Texts with random edits from a seed, in which the origin of every letter is known. The test counts how often an
// anchor moves to other words than the original ones.

export type CorpusSize = { documents: number; anchors: number; revisions: number; edits: number; seed: number }

export type Figures = {
  placements: number
  right: number
  /** Anchors that cover some of the original words, but miss most of them or cover many others. */
  partly: number
  /** Anchors that cover other words; `silent` counts those that are shown as exact, so that the error is invisible. */
  wrong: number
  silent: number
  lost: number
  /** Anchors that are correctly detached, because less than half of their words are left. */
  detached: number
  /** Only anchors with at least half of their words left. */
  kept: { all: number; right: number }
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

type Letter = { char: string; id: number }
type Fragment = { kind: 'heading' | 'paragraph'; letters: Letter[] }

export function measureAnchors(
  { documents, anchors, revisions, edits, seed }: CorpusSize,
  onMisplaced?: (misplaced: Misplaced) => void,
): Figures {
  const figures: Figures = {
    ...{ placements: 0, right: 0, partly: 0, wrong: 0, silent: 0, lost: 0, detached: 0, msPerAnchor: 0 },
    kept: { all: 0, right: 0 },
  }
  let spentMs = 0
  for (let number = 0; number < documents; number++) {
    const random = seededRandom(seed + number)
    const ids = { next: 1 }
    let fragments = writeDocument(random, ids)
    let { blocks, next } = identify([], rawOf(fragments), 1)
    const meant = Array.from({ length: anchors }, () => pick(random, blocks, fragments))
    let placements: Placement[] = meant.map(({ anchor }) => placementOf(anchor))
    for (let revision = 0; revision < revisions; revision++) {
      for (let edit = 0; edit < edits; edit++) fragments = editOnce(random, fragments, ids)
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
      const how = count(figures, fragments, blocks, { own, quote: anchor.quote, placement })
      if (how === null || onMisplaced === undefined) continue
      const textOf = ({ letters }: Fragment) => letters.map(({ char }) => char).join('')
      const block = fragments[blocks.findIndex(({ id }) => id === placement.block)]
      onMisplaced({
        ...{ document: number, how, quote: anchor.quote, placement },
        on: block === undefined ? '' : textOf(block).slice(placement.start, placement.end),
        left: fragments.filter(({ letters }) => letters.some(({ id }) => own.has(id))).map(textOf),
      })
    }
  }
  figures.msPerAnchor = spentMs / (figures.placements * revisions)
  return figures
}

type Judged = { own: ReadonlySet<number>; quote: string; placement: Placement }

function count(
  figures: Figures,
  fragments: readonly Fragment[],
  blocks: readonly Block[],
  judged: Judged,
): Misplaced['how'] | null {
  const { own, quote, placement } = judged
  figures.placements++
  const left = fragments.flatMap(({ letters }) => letters.filter(({ id }) => own.has(id)))
  const share = wordsLeft(quote, wholeWords(fragments, own))
  if (share >= 0.5) figures.kept.all++
  if (placement.state === 'detached') {
    if (share < 0.5) {
      figures.detached++
      return null
    }
    figures.lost++
    return 'lost'
  }
  const at = blocks.findIndex(({ id }) => id === placement.block)
  const covered = fragments[at]?.letters.slice(placement.start, placement.end) ?? []
  const mine = covered.filter(({ id }) => own.has(id)).length
  // Letters that were typed inside the range belong to the anchor; letters of other ranges do not.
  const others = covered.filter(({ id }) => id < FIRST_TYPED && !own.has(id)).length
  if (mine === 0) {
    figures.wrong++
    if (placement.state === 'exact') figures.silent++
    return 'wrong'
  }
  if (mine >= 0.8 * inOneFragment(fragments, own, left.length) && others <= 0.2 * mine + 2) {
    figures.right++
    if (share >= 0.5) figures.kept.right++
    return null
  }
  figures.partly++
  if (placement.state === 'exact') figures.silent++
  return 'partly'
}

/** Number of letters of the largest fragment, because a paragraph that was split has no single correct position. */
function inOneFragment(fragments: readonly Fragment[], own: ReadonlySet<number>, all: number): number {
  return Math.min(all, Math.max(0, ...fragments.map(({ letters }) => letters.filter(({ id }) => own.has(id)).length)))
}

/** The complete words of an anchor that are left, by fragment. */
function wholeWords(fragments: readonly Fragment[], own: ReadonlySet<number>): string {
  return fragments.map(({ letters }) => letters.map(({ char, id }) => (own.has(id) ? char : ' ')).join('')).join(' ')
}

const FIRST_TYPED = 1_000_000_000

function pick(random: Random, blocks: readonly Block[], fragments: readonly Fragment[]) {
  for (;;) {
    const at = Math.floor(random() * blocks.length)
    const [block, fragment] = [blocks[at], fragments[at]]
    if (block === undefined || fragment === undefined || fragment.kind === 'heading') continue
    const length = Math.min(block.text.length, Math.floor(8 + random() ** 2 * 292))
    const start = Math.floor(random() * (block.text.length - length + 1))
    const quote = block.text.slice(start, start + length)
    // People select text without spaces at its ends.
    const trimmed = quote.trim()
    const from = start + quote.indexOf(trimmed)
    const requested = {
      ...{ kind: 'range' as const, block: block.id, quote: trimmed },
      prefix: block.text.slice(Math.max(0, from - 32), from),
      suffix: block.text.slice(from + trimmed.length, from + trimmed.length + 32),
    }
    const anchor = anchorIn(blocks, requested)
    if (anchor === null || anchor.start !== from) continue
    return { anchor, ids: new Set(fragment.letters.slice(anchor.start, anchor.end).map(({ id }) => id)) }
  }
}

const rawOf = (fragments: readonly Fragment[]): RawBlock[] =>
  fragments.map(({ kind, letters }) => ({
    ...{ kind, depth: kind === 'heading' ? 2 : 0, start: 0, end: 0 },
    text: letters.map(({ char }) => char).join(''),
  }))

const SYLLABLES = ['ba', 'con', 'der', 'fi', 'gra', 'hash', 'in', 'jo', 'key', 'lo', 'me', 'no', 'op', 'pa', 'qu', 're']
const wordAt = (n: number): string =>
  [n % 16, Math.floor(n / 16) % 16, n > 90 ? Math.floor(n / 5) % 16 : -1].map((at) => SYLLABLES[at] ?? '').join('')

/** Word frequencies are skewed, as in real texts. */
const randomWord = (random: Random): string => wordAt(Math.floor(600 * random() ** 2.2))

function writeDocument(random: Random, ids: { next: number }): Fragment[] {
  const fragments: Fragment[] = []
  let length = 0
  while (length < 12_000) {
    if (fragments.length % 6 === 0) fragments.push({ kind: 'heading', letters: typed(sentence(random, 3), ids) })
    const paragraph = Array.from({ length: 2 + Math.floor(random() * 5) }, () => sentence(random)).join(' ')
    fragments.push({ kind: 'paragraph', letters: typed(paragraph, ids) })
    length += paragraph.length
  }
  return fragments
}

function sentence(random: Random, words = 6 + Math.floor(random() * 14)): string {
  return `${Array.from({ length: words }, () => randomWord(random)).join(' ')}.`
}

const typed = (text: string, ids: { next: number }): Letter[] => [...text].map((char) => ({ char, id: ids.next++ }))
const later = (text: string): Letter[] => [...text].map((char) => ({ char, id: FIRST_TYPED }))

/**
 * One edit: words are replaced, inserted or deleted; paragraphs are inserted, deleted, moved, copied, split or joined.
 */
function editOnce(random: Random, fragments: readonly Fragment[], ids: { next: number }): Fragment[] {
  const out = [...fragments]
  const at = Math.floor(random() * out.length)
  const to = Math.floor(random() * (out.length + 1))
  const fragment = out[at]
  if (fragment === undefined) return out
  const { kind, letters } = fragment
  const what = random()
  if (what < 0.6 || kind === 'heading') {
    const words = starts(letters)
    const first = Math.floor(random() * words.length)
    const some = 1 + Math.floor(random() * 5)
    const [from, end] = [words[first] ?? 0, words[first + some] ?? letters.length]
    const text = `${Array.from({ length: some }, () => randomWord(random)).join(' ')} `
    const [cut, put] = what < 0.2 ? [true, true] : what < 0.4 ? [false, true] : [true, false]
    const changed = [...letters.slice(0, from), ...(put ? later(text) : []), ...letters.slice(cut ? end : from)]
    out[at] = { kind, letters: trimmed(changed) }
    if (out[at]?.letters.length === 0) out.splice(at, 1)
  } else if (what < 0.7) {
    out.splice(to, 0, {
      kind: 'paragraph',
      letters: typed(`${sentence(random)} ${sentence(random)}`, { next: FIRST_TYPED }),
    })
  } else if (what < 0.77) out.splice(at, 1)
  else if (what < 0.86) {
    out.splice(at, 1)
    out.splice(Math.min(to, out.length), 0, fragment)
  } else if (what < 0.92) out.splice(to, 0, { kind, letters: typed(letters.map(({ char }) => char).join(''), ids) })
  else if (what < 0.96) {
    const cut = starts(letters)[Math.floor(starts(letters).length / 2)] ?? 0
    if (cut > 0)
      out.splice(at, 1, { kind, letters: trimmed(letters.slice(0, cut)) }, { kind, letters: letters.slice(cut) })
  } else {
    const next = out[at + 1]
    if (next?.kind === 'paragraph') out.splice(at, 2, { kind, letters: [...letters, ...later(' '), ...next.letters] })
  }
  return out
}

function starts(letters: readonly Letter[]): number[] {
  return letters.flatMap(({ char }, at) => (char !== ' ' && (at === 0 || letters[at - 1]?.char === ' ') ? [at] : []))
}

function trimmed(letters: readonly Letter[]): Letter[] {
  const remaining = [...letters]
  while (remaining.at(-1)?.char === ' ') remaining.pop()
  while (remaining[0]?.char === ' ') remaining.shift()
  return remaining
}

export function figuresText(name: string, figures: Figures): string {
  const { placements, right, partly, wrong, silent, lost, detached, kept, msPerAnchor } = figures
  const share = (count: number, of = placements) => `${((100 * count) / of).toFixed(2)}%`
  return [
    `${name}: ${placements} anchors, right ${share(right)}, partly ${share(partly)}, wrong ${share(wrong)}`,
    `  wrong and unmarked ${share(silent)}, lost ${share(lost)}, rightly detached ${share(detached)}`,
    `  of those with half their words left: right ${share(kept.right, kept.all)} of ${kept.all}; ${msPerAnchor.toFixed(3)} ms an anchor and revision`,
  ].join('\n')
}
