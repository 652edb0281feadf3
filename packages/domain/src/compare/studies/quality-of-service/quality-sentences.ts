import { changeBand, isChange } from '../../change-band.ts'
import { formatRatio } from '../../format-cell.ts'
import type { Cell } from '../../grid.ts'
import type { Tldr, TldrSentence } from '../../tldr/tldr.ts'
import { verdictCountSentence } from '../../verdict-words.ts'
import type { QualityColumn, QualityTable } from './quality-of-service.ts'

type VerdictTotals = Parameters<typeof verdictCountSentence>[0]

type Found = { cell: Cell; column: number; about: QualityColumn }

/** Maximum sentences, to keep the summary readable. */
const MAX_SENTENCES = 10

/**
 * Describes each row by its throughput and the response time that changed most, both divided by the base, largest
 * effect first; then counts all verdicts. Cells are indexed by table, row and column of the page.
 */
export function qualityTldr(tables: readonly QualityTable[], grid: VerdictTotals): Tldr {
  const sentences = tables.flatMap(sentencesOf).sort((a, b) => b.effect - a.effect)
  const counts = verdictCountSentence(grid)
  return {
    sentences: [...sentences.slice(0, MAX_SENTENCES), ...(counts === null ? [] : [{ parts: [counts], effect: 0 }])],
    left: Math.max(0, sentences.length - MAX_SENTENCES),
  }
}

function sentencesOf({ label, rows, columns, baseLabel }: QualityTable, table: number): TldrSentence[] {
  if (baseLabel === null) return []
  return rows.flatMap(({ name, cells, isBase }, row): TldrSentence[] => {
    const found = cells.flatMap((cell, at): Found[] => {
      const about = columns[at]
      return about === undefined || cell.ratio === null || cell.ratio <= 0 ? [] : [{ cell, column: at, about }]
    })
    const throughput = found.find(({ about }) => about.part === 'throughput')
    const responses = found.filter(({ about }) => about.part === 'response')
    if (isBase || throughput === undefined || responses.length === 0) return []
    const worst = responses.reduce((largest, one) => (ratioOf(one) > ratioOf(largest) ? one : largest))
    const best = responses.reduce((smallest, one) => (ratioOf(one) < ratioOf(smallest) ? one : smallest))
    const reported = changeBand(worst.cell) === 'worse' ? worst : changeBand(best.cell) === 'better' ? best : null
    if (reported === null && !isChange(throughput.cell)) return []
    const number = ({ cell, column }: Found) => ({ number: formatRatio(cell.ratio), cell: { table, row, column } })
    const effects = [throughput, reported].map((one) => (one === null ? 0 : Math.abs(Math.log(ratioOf(one)))))
    return [
      {
        parts: [
          `${label}: ${name} has `,
          number(throughput),
          ` times the throughput of ${baseLabel}`,
          ...(reported === null
            ? [', and no response time moved']
            : [` ${joinOf(throughput, reported)} `, number(reported), ` times its ${nameOf(reported.about)}`]),
          '.',
        ],
        effect: Math.max(...effects),
      },
    ]
  })
}

const ratioOf = ({ cell }: Found): number => cell.ratio ?? 1

/** Returns "but" if one of the two is better and the other worse. */
function joinOf(throughput: Found, response: Found): string {
  const bands = new Set([changeBand(throughput.cell), changeBand(response.cell)])
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
