import { diffArrays } from 'diff'
import type { Block, RawBlock } from './block.ts'
import { blocksOf } from './blocks.ts'

/** Blocks that share less of their words are two blocks. */
const MIN_SHARED_RATIO = 0.5
/** By how much a block must be more like another than the next one. */
const CLEAR_MARGIN = 0.15
/** With more changed blocks than this only neighboring blocks are compared. */
const MAX_PAIRS = 60_000
const MAX_EDITS = 4_000

/** `same`: the same words at the same place; `moved`: the same words elsewhere; `edited`: most of the words. */
export type BlockPair = {
  before: number
  after: number
  how: 'same' | 'moved' | 'edited'
  /** `contested`: it could be another one, but this is the likelier; `unclear`: as well another one. */
  doubt: 'none' | 'contested' | 'unclear'
  /** Number of neighboring blocks that are next to it in both revisions. */
  company: number
}

export type Alignment = { pairs: readonly BlockPair[]; byBefore: ReadonlyMap<number, BlockPair> }

/**
 * Matches the blocks of one revision with those of the next: first the longest common sequence of identical blocks,
 * then identical blocks that occur once (they moved), then those that share most of their words, best first. Identical
 * blocks come first, so a pasted copy does not take the anchors of the original.
 */
export function alignBlocks(before: readonly RawBlock[], after: readonly RawBlock[]): Alignment {
  const pairs = sameBlocks(before, after)
  pairs.push(...movedBlocks(before, after, freeOf(before, after, pairs)))
  pairs.push(...similarBlocks(before, after, freeOf(before, after, pairs), pairs))
  const settled = withCompany(before, after, withoutStolen(before, after, pairs))
  settled.sort((a, b) => a.after - b.after)
  return { pairs: settled, byBefore: new Map(settled.map((pair) => [pair.before, pair])) }
}

/**
 * A block that was edited while a copy of it was pasted elsewhere looks as if it had moved to the copy unchanged.
 * Between an identical block and one that shares most of its words, the one with the old neighbors is chosen; where
 * neighbors do not decide, the match is contested.
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

/** Number of neighboring blocks that a pair would have in common; the ends of both texts count as equal. */
function companyIn(before: readonly RawBlock[], after: readonly RawBlock[], pairs: readonly BlockPair[]) {
  const partner = new Map(pairs.map((pair) => [pair.before, pair.after]))
  const at = (i: number) => (i < 0 ? -1 : i >= before.length ? after.length : partner.get(i))
  return (i: number, j: number) => Number(at(i - 1) === j - 1) + Number(at(i + 1) === j + 1)
}

function withCompany(before: readonly RawBlock[], after: readonly RawBlock[], pairs: readonly BlockPair[]) {
  const company = companyIn(before, after, pairs)
  const known = pairs.map((pair) => ({ ...pair, company: company(pair.before, pair.after) }))
  const byBefore = new Map(known.map((pair) => [pair.before, pair]))
  // When one of several identical blocks is unchanged, only its neighbors show which one it is; without a clear winner
  // all are in doubt.
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

/** Indexes of blocks that have no match yet. */
type Free = { left: number[]; right: number[] }

function freeOf(before: readonly RawBlock[], after: readonly RawBlock[], pairs: readonly BlockPair[]): Free {
  const places = (side: 'before' | 'after', list: readonly RawBlock[]) => {
    const taken = new Set(pairs.map((pair) => pair[side]))
    return [...list.keys()].filter((at) => !taken.has(at))
  }
  return { left: places('before', before), right: places('after', after) }
}

function movedBlocks(before: readonly RawBlock[], after: readonly RawBlock[], { left, right }: Free): BlockPair[] {
  const byKey = (list: readonly RawBlock[], places: readonly number[]) => Map.groupBy(places, (at) => keyOf(list[at]))
  const others = byKey(after, right)
  const pairs: BlockPair[] = []
  for (const [key, places] of byKey(before, left)) {
    const theirs = others.get(key) ?? []
    const [from, to] = [places[0], theirs[0]]
    if (places.length !== 1 || theirs.length !== 1 || from === undefined || to === undefined) continue
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
  // A block next to a copy of itself could be either of the two.
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
  const words = (list: readonly RawBlock[], places: readonly number[]) =>
    new Map(places.map((at) => [at, countWords(list[at]?.text ?? '')]))
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
    // Another one that is about as like it, and as near: a copy, and not the other half of a paragraph that was cut.
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
  // A heading with other words matches the one at its position.
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
  for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Words that both have, of all words of both (Dice's coefficient, with repeats). */
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
 * The blocks of a text with their ids: matched blocks keep theirs, new blocks get the next ones.
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
