import type { Block, Item, ItemCell } from './blocks.ts'
import { changeWords, MOST_NAMED, type Named, rangeWords } from './change-words.ts'
import { asFactor, directionOf, effectOf, groupWords, itemWord, type Limits, numberOf, withinWords } from './phrase.ts'
import type { TldrPart, TldrSentence } from './tldr.ts'

/** An item that changed in version `from` and stayed so up to the last one. */
type Onset = { item: Item; direction: 'higher' | 'lower'; from: number; last: ItemCell; label: string; own: ItemCell }

/**
 * What changed along versions and stayed so, told once instead of once for each of them: "hot-points is 1.82x in 18.0,
 * higher since 17.6 (1.94x there)". Items of a group that changed in the same version and direction share a sentence.
 */
export function onsetSentences(block: Block, limits: Limits): TldrSentence[] {
  const onsets = block.items.flatMap((item) => onsetOf(item, block, limits) ?? [])
  const together = Map.groupBy(onsets, ({ item, direction, from }) => `${item.group} ${direction} ${from}`)
  return [...[...together.values()].map((those) => onsetSentence(those, block)), ...othersSentence(block, limits)]
}

/** The versions at the end that all changed in one direction; null when the last did not change or is not there. */
function onsetOf(item: Item, { subjects }: Block, limits: Limits): Onset | null {
  const at = subjects.flatMap(({ isBase }, i) => (isBase ? [] : [i]))
  const last = item.cells[at.at(-1) ?? -1]
  if (last == null) return null
  const direction = directionOf(last, limits)
  if (direction === 'same') return null
  let from = at.length - 1
  for (const [i, subject] of [...at.entries()].reverse()) {
    const own = item.cells[subject]
    if (own == null) continue
    if (directionOf(own, limits) !== direction) break
    from = i
  }
  return { item, direction, from: at[from] ?? 0, last, label: item.label, own: last }
}

function onsetSentence(those: readonly Onset[], block: Block): TldrSentence {
  const effect = Math.max(...those.map(({ last }) => effectOf(last)))
  const [first] = those
  if (first === undefined) return { parts: [], effect }
  const { item, direction, from } = first
  const newest = block.subjects.findLast(({ isBase }) => !isBase)?.label ?? ''
  const since = block.subjects[from]?.label ?? ''
  const isNew = since === newest
  if (those.length > MOST_NAMED) {
    const ofGroup = block.items.filter(({ group }) => group === item.group).length
    const what = item.group === null ? itemWord(block, ofGroup) : groupWords(item.group)
    const count = those.length === ofGroup ? `all ${ofGroup}` : `${those.length} of ${ofGroup}`
    const when = isNew ? `in ${newest}: ` : `since ${since}, in ${newest} `
    return { parts: [`${count} ${what} are ${direction} ${when}`, ...rangeWords(those)], effect }
  }
  const head = block.groupsTellApart && item.group !== null ? `${item.group}: ` : ''
  // A factor does not say which way by a word.
  const which = asFactor(those.map(({ last }) => last)) ? `${direction} since` : 'since'
  const tail = isNew ? [] : [`, ${which} ${since}`, ...thereWords(those, from)]
  return { parts: [head, ...changeWords(those, direction), ` in ${newest}`, ...tail], effect }
}

/** What a single item was when it changed. */
function thereWords(those: readonly Named[] & readonly Onset[], from: number): TldrPart[] {
  const there = those.length === 1 ? those[0]?.item.cells[from] : null
  return there == null ? [] : [' (', numberOf(there, true), ' there)']
}

/** How many are as they were in the base, in the last version. */
function othersSentence(block: Block, limits: Limits): TldrSentence[] {
  const at = block.subjects.findLastIndex(({ isBase }) => !isBase)
  const last = block.items.flatMap(({ cells }) => cells[at] ?? [])
  const same = last.filter((own) => directionOf(own, limits) === 'same')
  if (same.length === 0) return []
  const others = same.length === 1 ? 'the other' : `the other ${same.length}`
  const who = same.length < last.length ? others : same.length === 1 ? 'the only' : `all ${same.length}`
  const within = `${same.length === 1 ? 'is' : 'are'} ${withinWords(limits)} in ${block.subjects[at]?.label ?? ''}`
  // Smaller than anything that is told by name.
  return [{ parts: [`${who} ${itemWord(block, same.length)} ${within}`], effect: 0 }]
}
