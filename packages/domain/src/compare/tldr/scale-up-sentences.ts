import { formatRatio } from '../format-cell.ts'
import { groupWords, itemWord } from './phrase.ts'
import type { TldrSegment, TldrSentence } from './tldr.ts'
import type { Block, ItemCell } from './tldr-blocks.ts'

/**
 * Describes how the items of each group scale at the largest number of clients: "at 48 clients: 9 point queries scale
 * 32.57 to 41.80".
 */
export function scaleUpSentences(block: Block): TldrSentence[] {
  const at = block.subjects.findLastIndex(({ isBase }) => !isBase)
  const clients = Number(block.subjects[at]?.values[block.subjectDimensions.indexOf('clients')])
  if (at < 0 || !(clients > 0)) return []
  return [...Map.groupBy(block.items, ({ group }) => group)].flatMap(([name, items]): TldrSentence[] => {
    const measured = items.flatMap(({ label, cells }) => {
      const own = cells[at]
      return own == null ? [] : [{ label, own }]
    })
    const sorted = measured.toSorted((a, b) => a.own.ratio - b.own.ratio)
    const [least, most] = [sorted[0], sorted.at(-1)]
    if (least === undefined || most === undefined) return []
    const effect = Math.abs(Math.log(least.own.ratio / clients))
    const head = `at ${block.subjects[at]?.label ?? ''}: `
    if (sorted.length === 1) return [{ parts: [head, `${least.label} scales `, scale(least.own)], effect }]
    const what = `${sorted.length} ${name === null ? itemWord(block, sorted.length) : groupWords(name)}`
    const range = [scale(least.own), ` (${least.label}) to `, scale(most.own), ` (${most.label})`]
    return [{ parts: [head, `${what} scale `, ...range], effect }]
  })
}

const scale = ({ ratio, ref }: ItemCell): TldrSegment => ({ number: formatRatio(ratio), cell: ref })
