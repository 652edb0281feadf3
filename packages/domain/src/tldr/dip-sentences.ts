import type { Block, Item, ItemCell } from './blocks.ts'
import { changeWords } from './change-words.ts'
import { directionOf, effectOf, type Limits } from './phrase.ts'
import type { TldrSentence } from './tldr.ts'

/** A change in a single version is told when it stands out from those beside it by at least this, 10%. */
const STANDS_OUT = Math.log(1 / 0.9)

type Dip = { label: string; at: number; direction: 'higher' | 'lower'; own: ItemCell }

/** Changes that came with a version and went with the next: "only in 10.6.2: fillseq is 0.59x". */
export function dipSentences(block: Block, limits: Limits): TldrSentence[] {
  const dips = block.items.flatMap((item) => dipsOf(item, block, limits))
  return [...Map.groupBy(dips, ({ at, direction }) => `${at} ${direction}`).values()].flatMap(
    (those): TldrSentence[] => {
      const [first] = those
      if (first === undefined) return []
      return [
        {
          parts: [`only in ${block.subjects[first.at]?.label ?? ''}: `, ...changeWords(those, first.direction)],
          effect: Math.max(...those.map(({ own }) => effectOf(own))),
        },
      ]
    },
  )
}

function dipsOf({ label, group, cells }: Item, { groupsTellApart }: Block, limits: Limits): Dip[] {
  const known = cells.flatMap((own, at) => (own === null ? [] : [{ own, at }]))
  return known.flatMap(({ own, at }, i): Dip[] => {
    const direction = directionOf(own, limits)
    const [before, after] = [known[i - 1], known[i + 1]]
    if (direction === 'same' || before === undefined || after === undefined) return []
    const standsOut = [before, after].every((one) => {
      const distance = Math.abs(Math.log(one.own.ratio / own.ratio))
      return directionOf(one.own, limits) !== direction && distance >= STANDS_OUT
    })
    return standsOut
      ? [{ label: groupsTellApart && group !== null ? `${label} ${group}` : label, at, direction, own }]
      : []
  })
}
