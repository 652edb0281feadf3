import { diffArrays } from 'diff'
import { type Alignment, alignBlocks } from './align-blocks.ts'
import type { RawBlock } from './block.ts'
import { type Unit, unitsOf } from './sentences.ts'
import { type Word, wordsIn } from './words.ts'

/** Words that both revisions have: their offsets in the old block, and their position in the new text. */
export type WordMatch = {
  from: number
  to: number
  /** Index of the new block. */
  block: number
  start: number
  end: number
  /** True when the words are elsewhere, or when other words could be the right ones. */
  isMoved: boolean
}

/** Minimum share of the words of a sentence that its longer form has. */
const MIN_SHARED_WORDS = 0.6
/** Minimum words of a sequence that identifies moved text by itself. */
const SEQUENCE_WORDS = 3

/** Pieces of the changed blocks, by the index of the old block, in the order of the old text. */
export type Traced = {
  byBlock: ReadonlyMap<number, readonly WordMatch[]>
  inBlock: ReadonlyMap<number, readonly WordMatch[]>
}

/**
 * Finds where the words of changed blocks are in the next revision. Sentences are matched like blocks, so that splitting
 * and joining paragraphs, lists and moved sentences change nothing; the words of a matched sentence follow a diff, and
 * remaining words are found in what is new by sequences that occur once.
 */
export function traceWords(before: readonly RawBlock[], after: readonly RawBlock[], blocks: Alignment): Traced {
  const units = unitsOf(before, after, blocks)
  const alignment = alignBlocks(units.before, units.after)
  const matches: { old: number; match: WordMatch }[] = []
  const paired = (old: number) => blocks.byBefore.get(old)?.after
  const extended = lastSentences(units, alignment, paired)
  const rest = { before: [] as Located[], after: [] as Located[] }
  const matched = new Set<number>()
  for (const [at, unit] of units.before.entries()) {
    const pair = alignment.byBefore.get(at)
    const other = pair === undefined || pair.doubt === 'unclear' ? undefined : units.after[pair.after]
    if (pair !== undefined && other !== undefined) matched.add(pair.after)
    if (unit.isContext) continue
    const longer = extended.get(at)
    if (longer !== undefined) {
      matched.add(longer.at)
      matches.push(...longer.common.matches.map((match) => ({ old: unit.block, match: { ...match, isMoved: false } })))
      rest.before.push(...longer.common.left)
      rest.after.push(...longer.common.added)
      continue
    }
    if (pair === undefined || other === undefined || other.isContext) {
      if (pair?.doubt !== 'unclear') rest.before.push(...locatedIn(unit))
      continue
    }
    const isMoved = pair.doubt === 'contested' || (pair.how === 'moved' && paired(unit.block) !== other.block)
    const common = unit.text === other.text ? wholeUnit(unit, other) : commonWords(unit, other)
    matches.push(...common.matches.map((match) => ({ old: unit.block, match: { ...match, isMoved } })))
    rest.before.push(...common.left)
    rest.after.push(...common.added)
  }
  for (const [at, unit] of units.after.entries()) {
    if (!unit.isContext && !matched.has(at)) rest.after.push(...locatedIn(unit))
  }
  matches.push(...sequences(rest.before, rest.after, paired))
  const ordered = matches.toSorted((a, b) => a.match.from - b.match.from)
  const grouped = (key: (one: (typeof matches)[number]) => number) =>
    new Map([...Map.groupBy(ordered, key)].map(([block, list]) => [block, list.map(({ match }) => match)]))
  return { byBlock: grouped(({ old }) => old), inBlock: grouped(({ match }) => match.block) }
}

/**
 * Pairs the only sentence of a paragraph that no rule matched with the only such sentence of its new text, when the new
 * one has most of the words: a sentence that was made twice as long is too different for the rules of blocks.
 */
function lastSentences(
  { before, after }: ReturnType<typeof unitsOf>,
  alignment: Alignment,
  paired: (old: number) => number | undefined,
): Map<number, { at: number; common: Common }> {
  const taken = new Set([...alignment.byBefore.values()].map((pair) => pair.after))
  const free = (units: readonly Unit[], isTaken: (at: number) => boolean) =>
    Map.groupBy(
      units.flatMap((unit, at) => (unit.isContext || isTaken(at) ? [] : [{ unit, at }])),
      ({ unit }) => unit.block,
    )
  const added = free(after, (at) => taken.has(at))
  const pairs = new Map<number, { at: number; common: Common }>()
  for (const [block, [old, ...more]] of free(before, (at) => alignment.byBefore.has(at))) {
    const [now, ...others] = added.get(paired(block) ?? -1) ?? []
    if (old === undefined || now === undefined || more.length + others.length > 0) continue
    const common = commonWords(old.unit, now.unit)
    if (common.matches.length >= MIN_SHARED_WORDS * (common.matches.length + common.left.length)) {
      pairs.set(old.at, { at: now.at, common })
    }
  }
  return pairs
}

/** A word with the index of its block. */
type Located = Word & { block: number }

const locatedIn = ({ text, start, block }: Unit): Located[] => wordsIn(text, start).map((word) => ({ ...word, block }))

type Common = { matches: Omit<WordMatch, 'isMoved'>[]; left: Located[]; added: Located[] }

const wholeUnit = (unit: Unit, other: Unit): Common => ({
  matches: [{ from: unit.start, to: unit.end, block: other.block, start: other.start, end: other.end }],
  ...{ left: [], added: [] },
})

/** The words that an edited sentence has in common with the old one, the removed ones and the added ones. */
function commonWords(unit: Unit, other: Unit): Common {
  const [old, now] = [locatedIn(unit), locatedIn(other)]
  const common: Common = { matches: [], left: [], added: [] }
  let [i, j] = [0, 0]
  for (const { added, removed, count = 0 } of diffArrays(textsOf(old), textsOf(now))) {
    if (added) common.added.push(...now.slice(j, j + count))
    else if (removed) common.left.push(...old.slice(i, i + count))
    else {
      for (let n = 0; n < count; n++) {
        const [a, b] = [old[i + n], now[j + n]]
        if (a !== undefined && b !== undefined) common.matches.push(matchOf(a, b))
      }
    }
    if (!added) i += count
    if (!removed) j += count
  }
  return common
}

const textsOf = (words: readonly Word[]) => words.map(({ text }) => text)

const matchOf = (old: Word, now: Located): Omit<WordMatch, 'isMoved'> => ({
  ...{ from: old.start, to: old.end },
  ...{ block: now.block, start: now.start, end: now.end },
})

/** Matches sequences of words that occur once among the removed words and once among the added ones. */
function sequences(
  before: readonly Located[],
  after: readonly Located[],
  paired: (old: number) => number | undefined,
): { old: number; match: WordMatch }[] {
  const [positions, theirs] = [positionsOf(before), positionsOf(after)]
  const taken = { before: new Set<number>(), after: new Set<number>() }
  const found: { old: number; match: WordMatch }[] = []
  const take = (i: number, j: number): boolean => {
    const [a, b] = [before[i], after[j]]
    if (a === undefined || b === undefined || a.text !== b.text || taken.before.has(i) || taken.after.has(j))
      return false
    taken.before.add(i)
    taken.after.add(j)
    found.push({ old: a.block, match: { ...matchOf(a, b), isMoved: paired(a.block) !== b.block } })
    return true
  }
  for (const [key, [i, ...more]] of positions) {
    const [j, ...others] = theirs.get(key) ?? []
    if (i === undefined || j === undefined || more.length + others.length > 0 || taken.before.has(i)) continue
    for (let n = 0; take(i + n, j + n); n++);
    for (let n = 1; take(i - n, j - n); n++);
  }
  return found
}

/** Where each sequence of words begins. */
function positionsOf(words: readonly Located[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (let at = 0; at + SEQUENCE_WORDS <= words.length; at++) {
    const key = words
      .slice(at, at + SEQUENCE_WORDS)
      .map(({ text }) => text)
      .join(' ')
    const known = positions.get(key)
    if (known === undefined) positions.set(key, [at])
    else known.push(at)
  }
  return positions
}
