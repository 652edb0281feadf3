import { comparedWords, type Named } from './compared-words.ts'
import { countedItems } from './group-sentences.ts'
import { asFactor, directionOf, effectOf, itemWord, type Limits, signedWords, withinWords } from './phrase.ts'
import type { TldrSegment, TldrSentence } from './tldr.ts'
import type { Block, Item, ItemCell } from './tldr-blocks.ts'

/** An item that changed in version `from` and stayed changed until the last one. */
type Onset = Named & { item: Item; direction: 'higher' | 'lower'; from: number }

/**
 * Sentences about changes that lasted, each described once instead of once per version: "18.0 is 82% faster than 12.22
 * on hot-points, since 17.6 (+94% there)". Items of a group that changed in the same version and direction share a
 * sentence.
 */
export function onsetSentences(block: Block, base: string, limits: Limits): TldrSentence[] {
  const together = Map.groupBy(
    onsetsOf(block, limits),
    ({ item, direction, from }) => `${item.group} ${direction} ${from}`,
  )
  return [...[...together.values()].map((those) => onsetSentence(those, block, base)), ...quietSentence(block, limits)]
}

export const onsetsOf = (block: Block, limits: Limits): Onset[] =>
  block.items.flatMap((item) => onsetOf(item, block, limits) ?? [])

/** The onset of an item; null when the last version has no change or no result. */
function onsetOf(item: Item, { subjects }: Block, limits: Limits): Onset | null {
  const at = subjects.flatMap(({ isBase }, i) => (isBase ? [] : [i]))
  const own = item.cells[at.at(-1) ?? -1]
  if (own == null) return null
  const direction = directionOf(own, limits)
  if (direction !== 'higher' && direction !== 'lower') return null
  let from = at.length - 1
  for (const [i, subject] of [...at.entries()].reverse()) {
    const earlier = item.cells[subject]
    if (earlier == null) continue
    if (directionOf(earlier, limits) !== direction) break
    from = i
  }
  return { item, direction, from: at[from] ?? 0, label: item.label, own }
}

function onsetSentence(those: readonly Onset[], block: Block, base: string): TldrSentence {
  const effect = Math.max(...those.map(({ own }) => effectOf(own)))
  const [first] = those
  if (first === undefined) return { parts: [], effect }
  const { item, from } = first
  const newest = block.subjects.findLast(({ isBase }) => !isBase)?.label ?? ''
  const since = block.subjects[from]?.label ?? ''
  const of = block.items.filter(({ group }) => group === item.group).length
  const group = block.groupsDiffer ? null : item.group
  const { verb, parts } = comparedWords(those, base, countedItems(block, group, { changed: those.length, of }))
  const head = block.groupsDiffer && item.group !== null ? `${item.group}: ` : ''
  const tail: TldrSegment[] = since === newest ? [] : [`, since ${since}`, ...thereWords(those)]
  return { parts: [`${head}${newest} ${verb[0]} `, ...parts, ...tail], effect }
}

/** The size of a single change in its first version: " (+94% there)". */
function thereWords(those: readonly Onset[]): TldrSegment[] {
  const [only, ...others] = those
  const there: ItemCell | null | undefined = only?.item.cells[only.from]
  if (only === undefined || others.length > 0 || there == null) return []
  return [' (', { number: signedWords(there.ratio, asFactor(only.own.ratio)), cell: there.ref }, ' there)']
}

/** Counts the items without a change in the last version, for comparisons without verdicts. */
function quietSentence(block: Block, limits: Limits): TldrSentence[] {
  const at = block.subjects.findLastIndex(({ isBase }) => !isBase)
  const last = block.items.flatMap(({ cells }) => cells[at] ?? [])
  const same = last.filter((own) => own.cell.verdict === null && directionOf(own, limits) === 'same').length
  if (same === 0) return []
  const newest = block.subjects[at]?.label ?? ''
  const be = same === 1 ? 'is' : 'are'
  const words =
    last.length === 1
      ? `the only ${itemWord(block, 1)} ${be}`
      : `${same === last.length ? 'all' : `${same} of`} ${last.length} ${itemWord(block, last.length)} ${be}`
  // An effect of 0 sorts it after all changes.
  return [{ parts: [`${words} ${withinWords(limits)} in ${newest}`], effect: 0 }]
}
