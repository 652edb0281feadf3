import { diffArrays } from 'diff'
import type { Block, RawBlock } from './block.ts'
import { blocksOf } from './blocks.ts'
import { movedHeadings } from './moved-headings.ts'
import { tokensOf } from './words.ts'

/** Minimum share of common words for two blocks to match. */
const MIN_SHARED_RATIO = 0.5
/** Minimum lead of the best candidate over the second best. */
const CLEAR_MARGIN = 0.15
/** Maximum pairs of changed blocks that are compared; above it only neighboring blocks are. */
const MAX_PAIRS = 60_000
const MAX_EDITS = 4_000

/** `same`: the same words at the same position; `moved`: the same words elsewhere; `edited`: most of the words. */
export type BlockPair = {
  before: number
  after: number
  how: 'same' | 'moved' | 'edited'
  /** `contested`: another match is possible, but less likely; `unclear`: another match is as likely. */
  doubt: 'none' | 'contested' | 'unclear'
  /** Number of neighboring blocks that match in both revisions. */
  company: number
}

export type Alignment = { pairs: readonly BlockPair[]; byBefore: ReadonlyMap<number, BlockPair> }

/**
 * Matches the blocks of one revision with those of the next: first the longest common sequence of identical blocks,
 * then identical blocks that occur once (they moved), then blocks that share most of their words, best first. Identical
 * blocks come first, so a pasted copy does not get the anchors of the original.
 */
export function alignBlocks(before: readonly RawBlock[], after: readonly RawBlock[]): Alignment {
  const pairs = sameBlocks(before, after)
  pairs.push(...movedBlocks(before, after, freeOf(before, after, pairs)))
  pairs.push(...similarBlocks(before, after, freeOf(before, after, pairs), pairs))
  const headings = movedHeadings(before, after, freeOf(before, after, pairs), pairs)
  pairs.push(...headings.map((pair) => pairOf(pair.before, pair.after, 'edited', 'contested')))
  const matched = withCompany(before, after, withoutStolen(before, after, pairs))
  matched.sort((a, b) => a.after - b.after)
  return { pairs: matched, byBefore: new Map(matched.map((pair) => [pair.before, pair])) }
}

/**
 * Corrects matches with pasted copies: if a block was edited and an unchanged copy of it was pasted elsewhere, the copy
 * looks like the moved block. Of an identical block and one that shares most of its words, the one with the old
 * neighbors is chosen; if neighbors do not decide, the match is contested.
 */
function withoutStolen(
  before: readonly RawBlock[],
  after: readonly RawBlock[],
  pairs: readonly BlockPair[],
): BlockPair[] {
  const { right } = freeOf(before, after, pairs)
  const company = companyIn(before, after, pairs)
  const words = new Map(right.map((j) => [j, countWords(after[j]?.text ?? '')]))
  const taken = new Set<number>()
  return pairs.map((pair) => {
    const block = before[pair.before]
    const own = company(pair.before, pair.after)
    if (block === undefined || pair.how === 'edited' || own === 2) return pair
    const mine = countWords(block.text)
    const rivals = right.flatMap((j) => {
      const other = after[j]
      const isAlike = other !== undefined && !taken.has(j) && classOf(other) === classOf(block)
      return isAlike && sharedOf(mine, words.get(j)) >= MIN_SHARED_RATIO ? [{ j, theirs: company(pair.before, j) }] : []
    })
    const best = rivals.toSorted((a, b) => b.theirs - a.theirs)[0]
    if (best === undefined || best.theirs < own) return pair
    if (best.theirs === own) return { ...pair, doubt: own === 0 ? 'unclear' : 'contested' }
    taken.add(best.j)
    const how = keyOf(after[best.j]) === keyOf(block) ? 'same' : 'edited'
    return { ...pair, after: best.j, how, doubt: 'contested' }
  })
}

/** Number of neighboring blocks that each pair has in common; the ends of both texts count as equal. */
function companyIn(before: readonly RawBlock[], after: readonly RawBlock[], pairs: readonly BlockPair[]) {
  const partner = new Map(pairs.map((pair) => [pair.before, pair.after]))
  const at = (i: number) => (i < 0 ? -1 : i >= before.length ? after.length : partner.get(i))
  return (i: number, j: number) => Number(at(i - 1) === j - 1) + Number(at(i + 1) === j + 1)
}

function withCompany(before: readonly RawBlock[], after: readonly RawBlock[], pairs: readonly BlockPair[]) {
  const company = companyIn(before, after, pairs)
  const known = pairs.map((pair) => ({ ...pair, company: company(pair.before, pair.after) }))
  const byBefore = new Map(known.map((pair) => [pair.before, pair]))
  // One of several identical blocks is identified by its neighbors only; without a clear winner all are unclear.
  for (const twins of Map.groupBy(before.keys(), (i) => keyOf(before[i])).values()) {
    if (twins.length === 1) continue
    const own = twins.flatMap((i) => byBefore.get(i) ?? [])
    const whole = own.filter(({ how }) => how !== 'edited')
    const others = twins.filter((i) => !whole.some((pair) => pair.before === i))
    if (others.every((i) => whole.every((pair) => company(i, pair.after) < pair.company))) continue
    for (const pair of own) pair.doubt = 'unclear'
  }
  return known
}

const pairOf = (
  before: number,
  after: number,
  how: BlockPair['how'],
  doubt: BlockPair['doubt'] = 'none',
): BlockPair => ({
  ...{ before, after, how, doubt },
  company: 0,
})

/** Indexes of unmatched blocks. */
type Free = { left: number[]; right: number[] }

function freeOf(before: readonly RawBlock[], after: readonly RawBlock[], pairs: readonly BlockPair[]): Free {
  const indexes = (side: 'before' | 'after', list: readonly RawBlock[]) => {
    const taken = new Set(pairs.map((pair) => pair[side]))
    return [...list.keys()].filter((at) => !taken.has(at))
  }
  return { left: indexes('before', before), right: indexes('after', after) }
}

function movedBlocks(before: readonly RawBlock[], after: readonly RawBlock[], { left, right }: Free): BlockPair[] {
  const byKey = (list: readonly RawBlock[], indexes: readonly number[]) => Map.groupBy(indexes, (at) => keyOf(list[at]))
  const others = byKey(after, right)
  const pairs: BlockPair[] = []
  for (const [key, positions] of byKey(before, left)) {
    const theirs = others.get(key) ?? []
    const [from, to] = [positions[0], theirs[0]]
    if (positions.length !== 1 || theirs.length !== 1 || from === undefined || to === undefined) continue
    pairs.push(pairOf(from, to, 'moved'))
  }
  return pairs
}

const keyOf = (block: RawBlock | undefined): string =>
  block === undefined ? '' : `${block.kind} ${block.depth} ${block.text}`

function sameBlocks(before: readonly RawBlock[], after: readonly RawBlock[]): BlockPair[] {
  const changes = diffArrays(before.map(keyOf), after.map(keyOf), { maxEditLength: MAX_EDITS })
  if (changes === undefined) return []
  const pairs: BlockPair[] = []
  let [i, j] = [0, 0]
  for (const { added, removed, count = 0 } of changes) {
    if (added) j += count
    else if (removed) i += count
    else for (let n = 0; n < count; n++) pairs.push(pairOf(i++, j++, 'same'))
  }
  // A block next to a copy of itself could match either of the two.
  const taken = new Set(pairs.map((pair) => pair.after))
  for (const pair of pairs) {
    const key = keyOf(after[pair.after])
    const isNew = (at: number) => keyOf(after[at]) === key && !taken.has(at)
    if (isNew(pair.after - 1) || isNew(pair.after + 1)) pair.doubt = 'contested'
  }
  return pairs
}

const classOf = ({ kind, depth }: RawBlock): string =>
  kind === 'paragraph' || kind === 'item' ? 'prose' : kind === 'heading' ? `heading ${Math.min(depth, 2)}` : kind

function similarBlocks(
  before: readonly RawBlock[],
  after: readonly RawBlock[],
  { left, right }: Free,
  pairs: readonly BlockPair[],
): BlockPair[] {
  // The gap that contains a block, between two blocks that stayed.
  const same = pairs.filter(({ how }) => how === 'same')
  const gapOf = (side: 'before' | 'after') => {
    const gaps = new Map<number, number>()
    const ends = same.map((pair) => pair[side])
    let gap = 0
    for (const at of side === 'before' ? left : right) {
      while (gap < ends.length && (ends[gap] ?? 0) < at) gap++
      gaps.set(at, gap)
    }
    return gaps
  }
  const [gapsBefore, gapsAfter] = [gapOf('before'), gapOf('after')]
  const everywhere = left.length * right.length <= MAX_PAIRS
  const words = (list: readonly RawBlock[], indexes: readonly number[]) =>
    new Map(indexes.map((at) => [at, countWords(list[at]?.text ?? '')]))
  const [wordsBefore, wordsAfter] = [words(before, left), words(after, right)]
  const candidates: { before: number; after: number; shared: number; near: boolean }[] = []
  for (const i of left) {
    for (const j of right) {
      const [a, b] = [before[i], after[j]]
      if (a === undefined || b === undefined || classOf(a) !== classOf(b)) continue
      const near = gapsBefore.get(i) === gapsAfter.get(j)
      if (!near && !everywhere) continue
      const shared = sharedOf(wordsBefore.get(i), wordsAfter.get(j))
      if (shared >= MIN_SHARED_RATIO) candidates.push({ before: i, after: j, shared, near })
    }
  }
  candidates.sort((a, b) => Number(b.near) - Number(a.near) || b.shared - a.shared || a.after - b.after)
  const found: BlockPair[] = []
  const [takenBefore, takenAfter] = [new Set<number>(), new Set<number>()]
  for (const { before: i, after: j, near, shared } of candidates) {
    if (takenBefore.has(i) || takenAfter.has(j)) continue
    // A rival is about as similar and as near: a copy, not the other half of a split paragraph.
    const rivals = candidates.some(
      (other) =>
        (other.before === i) !== (other.after === j) &&
        other.near === near &&
        other.shared > shared - CLEAR_MARGIN &&
        !takenBefore.has(other.before) &&
        !takenAfter.has(other.after) &&
        (other.before === i
          ? sharedOf(wordsAfter.get(j), wordsAfter.get(other.after)) >= MIN_SHARED_RATIO
          : sharedOf(wordsBefore.get(i), wordsBefore.get(other.before)) >= MIN_SHARED_RATIO),
    )
    takenBefore.add(i)
    takenAfter.add(j)
    found.push(pairOf(i, j, 'edited', rivals ? 'unclear' : near ? 'none' : 'contested'))
  }
  // A heading with other words matches the heading at the same position.
  for (const i of left) {
    const a = before[i]
    if (a?.kind !== 'heading' || takenBefore.has(i)) continue
    const inGap = (gaps: ReadonlyMap<number, number>, list: readonly RawBlock[], taken: ReadonlySet<number>) =>
      [...gaps].filter(
        ([at, gap]) => gap === gapsBefore.get(i) && classOf(list[at] ?? a) === classOf(a) && !taken.has(at),
      )
    const [mine, theirs] = [inGap(gapsBefore, before, takenBefore), inGap(gapsAfter, after, takenAfter)]
    const j = theirs[0]?.[0]
    if (mine.length !== 1 || theirs.length !== 1 || j === undefined) continue
    takenBefore.add(i)
    takenAfter.add(j)
    found.push(pairOf(i, j, 'edited', 'contested'))
  }
  return found
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of tokensOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Share of common words among all words of two texts (Dice coefficient over multisets). */
function sharedOf(a: ReadonlyMap<string, number> = new Map(), b: ReadonlyMap<string, number> = new Map()): number {
  let [both, total] = [0, 0]
  for (const [word, count] of a) {
    both += Math.min(count, b.get(word) ?? 0)
    total += count
  }
  for (const count of b.values()) total += count
  return total === 0 ? 0 : (2 * both) / total
}

/**
 * Assigns ids to the blocks of a text: matched blocks keep theirs, new blocks get the next ones.
 *
 * @param next number of the first id that was never used.
 */
export function identifyBlocks(
  before: readonly Block[],
  text: string,
  next: number,
): { blocks: Block[]; alignment: Alignment; next: number } {
  return identify(before, blocksOf(text), next)
}

export function identify(
  before: readonly Block[],
  raw: readonly RawBlock[],
  next: number,
): { blocks: Block[]; alignment: Alignment; next: number } {
  const alignment = alignBlocks(before, raw)
  const known = new Map(alignment.pairs.map((pair) => [pair.after, before[pair.before]?.id]))
  let number = next
  const blocks = raw.map((block, at) => ({ id: known.get(at) ?? `b${number++}`, ...block }))
  return { blocks, alignment, next: number }
}
