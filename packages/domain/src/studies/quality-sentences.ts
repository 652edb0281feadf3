import { formatRatio } from '../compare/format-cell.ts'
import type { Cell } from '../compare/grid.ts'
import type { QualityColumn, QualityTable } from './quality-of-service.ts'

/** Words, or a number with the place of its cell. */
export type QualitySentencePart = string | { number: string; row: number; column: number }

export type QualitySentence = { parts: readonly QualitySentencePart[]; effect: number }

type Found = { cell: Cell; column: number; about: QualityColumn }

/**
 * What throughput alone would hide: for each row its throughput beside the response time that changed most, both divided
 * by the base. Largest effect first.
 */
export function qualitySentences({ rows, columns, baseLabel }: QualityTable): QualitySentence[] {
  if (baseLabel === null) return []
  const sentences = rows.flatMap(({ name, cells, isBase }, row): QualitySentence[] => {
    const found = cells.flatMap((cell, at): Found[] => {
      const about = columns[at]
      return about === undefined || cell.ratio === null || cell.ratio <= 0 ? [] : [{ cell, column: at, about }]
    })
    const throughput = found.find(({ about }) => about.part === 'throughput')
    const responses = found.filter(({ about }) => about.part === 'response')
    if (isBase || throughput === undefined || responses.length === 0) return []
    const worst = responses.reduce((most, one) => (ratioOf(one) > ratioOf(most) ? one : most))
    const best = responses.reduce((least, one) => (ratioOf(one) < ratioOf(least) ? one : least))
    const told = worst.cell.band === 'worse' ? worst : best.cell.band === 'better' ? best : null
    if (told === null && throughput.cell.band === 'neutral') return []
    const number = ({ cell, column: at }: Found) => ({ number: formatRatio(cell.ratio), row, column: at })
    return [
      {
        parts: [
          `${name}: `,
          number(throughput),
          ` times the throughput of ${baseLabel}`,
          ...(told === null
            ? [', and no response time moved']
            : [` ${joinOf(throughput, told)} `, number(told), ` times the ${nameOf(told.about)}`]),
          '.',
        ],
        effect: Math.max(...[throughput, told].map((one) => (one === null ? 0 : Math.abs(Math.log(ratioOf(one)))))),
      },
    ]
  })
  return sentences.sort((a, b) => b.effect - a.effect)
}

const ratioOf = ({ cell }: Found): number => cell.ratio ?? 1

/** "but" where one is better and the other is worse. */
function joinOf(throughput: Found, response: Found): string {
  const bands = new Set([throughput.cell.band, response.cell.band])
  return bands.has('better') && bands.has('worse') ? 'but' : 'and'
}

function nameOf({ metric, response }: QualityColumn): string {
  if (response === null) return metric
  const { operation, statistic } = response
  const words: Readonly<Record<string, string>> = {
    avg: 'mean',
    max: 'longest',
    min: 'shortest',
    stddev: 'deviation of',
  }
  const word = words[statistic] ?? statistic
  return operation === null ? `${word} response time` : `${word} response time of ${operation}`
}
