import type { Block, Item } from './blocks.ts'
import { changeWords, MOST_NAMED, type Named } from './change-words.ts'
import { directionOf, effectOf, groupWords, itemWord, joinParts, type Limits, numberOf, withinWords } from './phrase.ts'
import type { TldrPart, TldrSentence } from './tldr.ts'

/**
 * What one subject is beside its base, a sentence for each group: "18.0 beside 12.22: 8 of 9 point queries are within
 * 5%; hot-points is 1.94x". Groups in which nothing changed share a sentence.
 */
export function groupSentences(block: Block, subject: number, limits: Limits): TldrSentence[] {
  const groups = [...Map.groupBy(block.items, ({ group }) => group)].flatMap(([name, items]) => {
    const measured = items.flatMap((item) => measuredIn(item, subject))
    return measured.length === 0 ? [] : [{ name: name === null ? null : groupWords(name), measured }]
  })
  const isSame = ({ own }: Named) => directionOf(own, limits) === 'same'
  const quiet = groups.filter(({ measured }) => measured.every(isSame))
  const changed = groups.filter(({ measured }) => !measured.every(isSame))
  return [
    ...changed.map(({ name, measured }): TldrSentence => {
      const same = measured.filter(isSame)
      const told = measured.filter((one) => !isSame(one))
      const what = name ?? itemWord(block, measured.length)
      const head =
        same.length > 0
          ? `${same.length} of ${measured.length} ${what} ${same.length === 1 ? 'is' : 'are'} ${withinWords(limits)}; `
          : name === null || told.length > MOST_NAMED || measured.length === 1
            ? ''
            : `${name}: `
      return {
        parts: [head, ...changeParts(told, limits, same.length === 0 ? `all ${told.length} ${what}` : null)],
        effect: Math.max(...told.map(({ own }) => effectOf(own))),
      }
    }),
    ...quietSentence(quiet, block, limits),
  ]
}

const measuredIn = ({ label, cells }: Item, subject: number): Named[] => {
  const own = cells[subject]
  return own == null || own.cell.isBase ? [] : [{ label, own }]
}

/** Lower first and then higher, each by name when they are few, else by their range. `all` names them when nothing else is there. */
function changeParts(told: readonly Named[], limits: Limits, all: string | null): TldrPart[] {
  const parts = (['lower', 'higher'] as const).flatMap((direction) => {
    const those = told.filter(({ own }) => directionOf(own, limits) === direction)
    return those.length === 0 ? [] : [changeWords(those, direction, those.length === told.length ? all : null)]
  })
  return parts.flatMap((part, i) => [...(i === 0 ? [] : ['; ']), ...part])
}

function quietSentence(
  quiet: readonly { name: string | null; measured: readonly Named[] }[],
  block: Block,
  limits: Limits,
): TldrSentence[] {
  const all = quiet.flatMap(({ measured }) => measured)
  const [only] = all
  if (only === undefined) return []
  const effect = Math.max(...all.map(({ own }) => effectOf(own)))
  if (all.length === 1) {
    return [{ parts: [`${only.label} is ${withinWords(limits)} (`, numberOf(only.own, true), ')'], effect }]
  }
  const isEverything = all.length === block.items.length
  const names = quiet.map(({ name, measured }) => [`${measured.length} ${name ?? itemWord(block, measured.length)}`])
  const what = isEverything ? [`${all.length} ${itemWord(block, all.length)}`] : joinParts(names)
  return [{ parts: ['all ', ...what, ` are ${withinWords(limits)}`], effect }]
}
