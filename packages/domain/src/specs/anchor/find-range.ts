import type { RawBlock } from './block.ts'
import type { Traced, WordMatch } from './trace-words.ts'
import { wordsIn, wordsLeft, wordsOf } from './words.ts'

/** Maximum letters of other old text between two matches of one range. */
const MAX_OTHER_CHARACTERS = 20
/** Maximum new text between two matches of one range, and its share of the match next to it if that is longer. */
const MAX_NEW_CHARACTERS = 60
const MAX_NEW_RATIO = 0.5
/** Maximum words that replace the first or last words of a range, and their length if that is more than of the rest. */
const MAX_REPLACED_WORDS = 2
const MAX_REPLACED_CHARACTERS = 12
/** Minimum share of the quoted words that must be left in all, and at one position. */
const MIN_REMAINING_RATIO = 0.4
const MIN_RATIO_AT_ONE_POSITION = 0.2
/** A position with fewer of the words than this share of all that are left is no better than the others. */
const MIN_LEAD = 0.34

type Range = { start: number; end: number }

export type FoundRange = Range & { block: number; isMoved: boolean }

/** A found range with the part of the old text that it has; the rest at its ends was replaced or removed. */
type Extended = FoundRange & { from: number; to: number }

/** The position of most of the words of a range of a changed block; null when too few of them are left. */
export function findRange(
  traced: Traced,
  { old, at, after }: { old: RawBlock; at: number; after: readonly RawBlock[] },
  range: Range,
  quote: string,
): FoundRange | null {
  const all = traced.byBlock.get(at) ?? []
  if (wordsOf(quote).length === 0) return findSymbols(all, after, range, quote)
  const matches = all.flatMap((match) => cut(match, range))
  const groups = groupsOf(matches, traced)
  const size = (group: readonly WordMatch[]) => group.reduce((sum, { from, to }) => sum + to - from, 0)
  const best = groups.toSorted((a, b) => size(b) - size(a))[0]
  if (best === undefined) return null
  const textOf = ({ block, start, end }: FoundRange) => after[block]?.text.slice(start, end) ?? ''
  const placed = withReplaced(extended(best, old.text, after, range), { old: old.text, all, after, range, traced })
  const everywhere = groups.map((group) => textOf(extended(group, old.text, after, range))).join(' ')
  const left = wordsLeft(quote, everywhere)
  const here = wordsLeft(quote, textOf(placed))
  if (left < MIN_REMAINING_RATIO || here < MIN_RATIO_AT_ONE_POSITION || size(best) < MIN_LEAD * size(matches))
    return null
  return placed
}

/** The part of a match within a range. */
function cut(match: WordMatch, { start, end }: Range): WordMatch[] {
  const [from, to] = [Math.max(match.from, start), Math.min(match.to, end)]
  if (from >= to) return []
  return [{ ...match, from, to, start: match.start + from - match.from, end: match.end - (match.to - to) }]
}

/** Groups the matches of a range that stand together in the new text. */
function groupsOf(matches: readonly WordMatch[], traced: Traced): WordMatch[][] {
  const groups: WordMatch[][] = []
  let size = 0
  for (const match of matches.toSorted((a, b) => a.block - b.block || a.start - b.start)) {
    const last = groups.at(-1)?.at(-1)
    const isTogether = last !== undefined && last.block === match.block && isNear(last, match, size, traced)
    if (isTogether) groups.at(-1)?.push(match)
    else groups.push([match])
    size = (isTogether ? size : 0) + match.end - match.start
  }
  return groups
}

function isNear(last: WordMatch, next: WordMatch, size: number, { inBlock }: Traced): boolean {
  const gap = next.start - last.end
  if (gap > Math.max(MAX_NEW_CHARACTERS, MAX_NEW_RATIO * Math.max(size, next.end - next.start))) return false
  // The gap has no match of the range, so old text in it is other text.
  const others = (inBlock.get(next.block) ?? []).reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(end, next.start) - Math.max(start, last.end)),
    0,
  )
  return others <= MAX_OTHER_CHARACTERS
}

/** The position of a group, with the punctuation and parts of words at its ends that are unchanged. */
function extended(group: readonly WordMatch[], old: string, after: readonly RawBlock[], range: Range): Extended {
  const [first, last] = [group[0], group.reduce((a, b) => (b.end > a.end ? b : a))]
  const text = after[last.block]?.text ?? ''
  let [from, start, to, end] = [first?.from ?? 0, first?.start ?? 0, last.to, last.end]
  while (from > range.start && start > 0 && old[from - 1] === text[start - 1]) [from, start] = [from - 1, start - 1]
  while (to < range.end && end < text.length && old[to] === text[end]) [to, end] = [to + 1, end + 1]
  // A letter that the old and the new word have in common is not part of the range.
  const [before, behind] = [first?.start ?? 0, last.end]
  while (start < before && isInWord(text, start)) [from, start] = [from + 1, start + 1]
  while (end > behind && isInWord(text, end)) [to, end] = [to - 1, end - 1]
  while (text[start] === ' ') start++
  while (text[end - 1] === ' ') end--
  return { block: last.block, start, end, from, to, isMoved: group.some(({ isMoved }) => isMoved) }
}

/** True for an offset between two letters of one word. */
const isInWord = (text: string, at: number): boolean =>
  wordsOf(text.slice(at - 1, at + 1))[0]?.length === 2 && text[at - 1] !== ' '

type Around = {
  old: string
  all: readonly WordMatch[]
  after: readonly RawBlock[]
  range: Range
  traced: Traced
}

/**
 * Adds words that replaced the first or last words of a range: new words between the same neighbors, where the old text
 * had only words of the range.
 */
function withReplaced({ from, to, ...found }: Extended, { old, all, after, range, traced }: Around): FoundRange {
  const text = after[found.block]?.text ?? ''
  const others = traced.inBlock.get(found.block) ?? []
  const oldStart = Math.max(0, ...all.map((match) => match.to).filter((end) => end <= from))
  const oldEnd = Math.min(old.length, ...all.map((match) => match.from).filter((start) => start >= to))
  const newStart = Math.max(0, ...others.map(({ end }) => end).filter((end) => end <= found.start))
  const newEnd = Math.min(text.length, ...others.map(({ start }) => start).filter((start) => start >= found.end))
  const isReplaced = (removed: string, outside: string, added: string) => {
    const [gone, words] = [wordsOf(removed).length, wordsOf(added).length]
    const isShort = added.length <= Math.max(MAX_REPLACED_CHARACTERS, found.end - found.start)
    const isSmall = words > 0 && words <= Math.min(gone, MAX_REPLACED_WORDS) && isShort
    return isSmall && wordsOf(outside).length === 0 && !SENTENCE_END.test(added)
  }
  const first = wordsIn(text.slice(newStart, found.start), newStart)[0]
  const last = wordsIn(text.slice(found.end, newEnd), found.end).at(-1)
  const atStart = isReplaced(
    old.slice(range.start, from),
    old.slice(oldStart, range.start),
    text.slice(newStart, found.start),
  )
  const atEnd = isReplaced(old.slice(to, range.end), old.slice(range.end, oldEnd), text.slice(found.end, newEnd))
  return {
    ...found,
    start: atStart && first !== undefined ? first.start : found.start,
    end: atEnd && last !== undefined ? last.end : found.end,
  }
}

const SENTENCE_END = /[.?!:;]\s|[。！？；]/

/** Symbols without words, such as an emoji: between the neighbors that they had, if they are there once. */
function findSymbols(
  all: readonly WordMatch[],
  after: readonly RawBlock[],
  range: Range,
  quote: string,
): FoundRange | null {
  const left = all.findLast(({ to }) => to <= range.start)
  const right = all.find(({ from }) => from >= range.end)
  const near = left ?? right
  if (near === undefined || (left !== undefined && right !== undefined && left.block !== right.block)) return null
  const text = after[near.block]?.text ?? ''
  const [from, to] = [left?.end ?? 0, right?.start ?? text.length]
  const start = text.slice(0, Math.max(from, to)).indexOf(quote, from)
  if (quote === '' || start < 0 || text.slice(start + 1, to).includes(quote)) return null
  return {
    block: near.block,
    start,
    end: start + quote.length,
    isMoved: left?.isMoved === true || right?.isMoved === true,
  }
}
