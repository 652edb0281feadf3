import { plural } from '../../plural.ts'
import { comparedWords, type Named } from './compared-words.ts'
import { countedItems } from './group-sentences.ts'
import { onsetsOf } from './onset-sentences.ts'
import { directionOf, effectOf, isChanged, joinWords, type Limits } from './phrase.ts'
import type { TldrSentence } from './tldr.ts'
import type { Block, Item, ItemCell } from './tldr-blocks.ts'

/** Minimum ratio to both neighbors, as a logarithm, for a separate sentence about a change in a single version. */
const MIN_DISTANCE = Math.log(1 / 0.9)

type Dip = Named & { at: number; direction: 'higher' | 'lower' }

/**
 * Sentences about changes that are in one version only, "10.6.2 alone is 41% slower than 10.4.2 on fillseq", and a
 * count of changes in earlier versions that no other sentence describes.
 */
export function dipSentences(block: Block, base: string, limits: Limits): TldrSentence[] {
  const dips = block.items.flatMap((item) => dipsOf(item, block, limits))
  const together = [...Map.groupBy(dips, ({ at, direction }) => `${at} ${direction}`).values()]
  return [...together.flatMap((those) => dipSentence(those, block, base)), ...remainingSentence(block, dips, limits)]
}

function dipSentence(those: readonly Dip[], block: Block, base: string): TldrSentence[] {
  const [first] = those
  if (first === undefined) return []
  const counted = countedItems(block, null, { changed: those.length, of: block.items.length })
  const { verb, parts } = comparedWords(those, base, counted)
  const effect = Math.max(...those.map(({ own }) => effectOf(own)))
  return [{ parts: [`${block.subjects[first.at]?.label ?? ''} alone ${verb[0]} `, ...parts], effect }]
}

function dipsOf({ label, group, cells }: Item, { groupsDiffer }: Block, limits: Limits): Dip[] {
  const known = cells.flatMap((own, at) => (own === null ? [] : [{ own, at }]))
  return known.flatMap(({ own, at }, i): Dip[] => {
    const direction = directionOf(own, limits)
    const [before, after] = [known[i - 1], known[i + 1]]
    if (direction === 'same' || direction === 'unclear' || before === undefined || after === undefined) return []
    const standsOut = [before, after].every((one) => {
      const distance = Math.abs(Math.log(one.own.ratio / own.ratio))
      return directionOf(one.own, limits) !== direction && distance >= MIN_DISTANCE
    })
    const name = groupsDiffer && group !== null ? `${label} ${group}` : label
    return standsOut ? [{ label: name, at, direction, own }] : []
  })
}

/** Counts the changes that neither lasted to the newest version nor differ from their neighbors. */
function remainingSentence(block: Block, dips: readonly Dip[], limits: Limits): TldrSentence[] {
  const described = new Set<ItemCell>(dips.map(({ own }) => own))
  for (const { item, from } of onsetsOf(block, limits)) {
    for (const own of item.cells.slice(from)) if (own !== null) described.add(own)
  }
  const remaining = block.items.flatMap(({ cells }) =>
    cells.flatMap((own, at) =>
      own === null || own.cell.isBase || described.has(own) || !isChanged(own, limits) ? [] : [{ own, at }],
    ),
  )
  if (remaining.length === 0) return []
  const byVersion = [...Map.groupBy(remaining, ({ at }) => at)].sort(([a], [b]) => a - b)
  const words = byVersion.map(([at, those]) => `${those.length} in ${block.subjects[at]?.label ?? ''}`)
  const effect = Math.max(...remaining.map(({ own }) => effectOf(own)))
  return [
    {
      parts: [`${plural(remaining.length, 'change')} did not last to the newest version: ${joinWords(words)}`],
      effect,
    },
  ]
}
