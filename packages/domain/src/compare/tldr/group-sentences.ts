import { type ComparedWords, type CountedItems, comparedWords, type Named } from './compared-words.ts'
import {
  directionOf,
  effectOf,
  groupWords,
  itemWord,
  joinWords,
  type Limits,
  sizeWords,
  withinWords,
} from './phrase.ts'
import type { TldrSegment } from './tldr.ts'
import type { Block, Item } from './tldr-blocks.ts'

/** A sentence without its subject, so that subjects with equal sentences can share one. */
type Predicate =
  | ({ kind: 'compared'; effect: number } & ComparedWords)
  | { kind: 'within'; effect: number; parts: readonly TldrSegment[] }

/**
 * Compares one subject with its base: a predicate for each group of items and direction of change. Without verdicts,
 * the items without a change share one more predicate.
 *
 * @param base the base as text.
 */
export function groupPredicates(block: Block, subject: number, base: string, limits: Limits): Predicate[] {
  const groups = [...Map.groupBy(block.items, ({ group }) => group)].map(([name, items]) => ({
    name,
    measured: items.flatMap((item) => measuredIn(item, subject)),
  }))
  return [
    ...groups.flatMap(({ name, measured }) => changedPredicates(block, { name, measured }, base, limits)),
    ...quietPredicate(block, groups, limits),
  ]
}

type MeasuredGroup = { name: string | null; measured: readonly Named[] }

const measuredIn = ({ label, cells }: Item, subject: number): Named[] => {
  const own = cells[subject]
  return own == null || own.cell.isBase ? [] : [{ label, own }]
}

function changedPredicates(block: Block, { name, measured }: MeasuredGroup, base: string, limits: Limits): Predicate[] {
  return (['lower', 'higher'] as const).flatMap((direction): Predicate[] => {
    const changed = measured.filter(({ own }) => directionOf(own, limits) === direction)
    if (changed.length === 0) return []
    const counted = countedItems(block, name, { changed: changed.length, of: measured.length })
    const effect = Math.max(...changed.map(({ own }) => effectOf(own)))
    return [{ kind: 'compared', effect, ...comparedWords(changed, base, counted) }]
  })
}

/** "3 of 12 range queries" and "tests"; if all items of a group changed, only the group is named. */
export function countedItems(
  block: Block,
  group: string | null,
  { changed, of }: { changed: number; of: number },
): CountedItems {
  const items = itemWord(block, changed)
  if (group === null)
    return { on: changed === of ? `all ${of} ${itemWord(block, of)}` : partWords(block, group, { changed, of }), items }
  return { on: changed === of ? groupWords(group) : partWords(block, group, { changed, of }), items }
}

const partWords = (block: Block, group: string | null, { changed, of }: { changed: number; of: number }): string =>
  `${changed} of ${of} ${group === null ? itemWord(block, of) : groupWords(group)}`

/** Counts the items without a change, for comparisons without verdicts, where no other sentence does. */
function quietPredicate(block: Block, groups: readonly MeasuredGroup[], limits: Limits): Predicate[] {
  const quiet = groups.flatMap(({ name, measured }) => {
    const same = measured.filter(({ own }) => own.cell.verdict === null && directionOf(own, limits) === 'same')
    return same.length === 0 ? [] : [{ name, same, of: measured.length }]
  })
  const all = quiet.flatMap(({ same }) => same)
  const [first] = all
  if (first === undefined) return []
  const effect = Math.max(...all.map(({ own }) => effectOf(own)))
  const within = withinWords(limits)
  if (all.length === 1) {
    const number = { number: sizeWords(first.own.ratio, false), cell: first.own.ref }
    return [{ kind: 'within', effect, parts: [`${first.label} is ${within} (`, number, ')'] }]
  }
  const isWhole = all.length === block.items.length
  const names = quiet.map(({ name, same, of }) =>
    same.length === of
      ? `${of} ${name === null ? itemWord(block, of) : groupWords(name)}`
      : partWords(block, name, { changed: same.length, of }),
  )
  const what = isWhole ? `all ${all.length} ${itemWord(block, all.length)}` : joinWords(names)
  return [{ kind: 'within', effect, parts: [`${what} are ${within}`] }]
}
