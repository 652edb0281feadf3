import { codeOf } from '@assay/domain/compare/verdict/verdict-codes'
import { type ModelTable, modelTable } from '@assay/testing/noise/noise-models'
import { judgedCells } from '@assay/testing/noise/noise-tables'

/** Shares of tables or cells, 0 to 1; null when no cell has the property that is counted. */
export type VerdictRates = {
  /** Tables with any regression or improvement. */
  flagged: number
  /** Cells with known noise whose interval covers the true ratio. */
  covered: number | null
  /** Cells with an inconclusive verdict, and among them cells with unknown noise. */
  undecided: number
  unknown: number
  /** Changed cells with the verdict regression. */
  power: number | null
  /** Average over tables of the share of false ones among the detected cells. */
  falseDiscoveries: number
}

/** Measures verdicts on tables of one kind of noise. */
export function verdictRates(table: ModelTable, tables: number, random: () => number): VerdictRates {
  const count = { flagged: 0, cells: 0, known: 0, covering: 0, undecided: 0, changed: 0, found: 0, falseShare: 0 }
  for (let at = 0; at < tables; at += 1) {
    const calls = { all: 0, wrong: 0 }
    for (const { row, column, cell } of judgedCells(modelTable(table, random))) {
      const truth = table.changed?.(row, column) ?? 1
      const { verdict, interval } = cell.verdict ?? { verdict: codeOf('inconclusive'), interval: null }
      const isCalled = verdict === 'worse' || verdict === 'better'
      count.cells += 1
      if (verdict === codeOf('inconclusive')) count.undecided += 1
      if (interval !== null) {
        count.known += 1
        if (interval.low < truth && interval.high > truth) count.covering += 1
      }
      if (isCalled) calls.all += 1
      if (isCalled && (verdict === 'worse') !== truth < 1) calls.wrong += 1
      if (truth < 1) {
        count.changed += 1
        if (verdict === 'worse') count.found += 1
      }
    }
    if (calls.all > 0) count.flagged += 1
    count.falseShare += calls.all === 0 ? 0 : calls.wrong / calls.all
  }
  return {
    flagged: count.flagged / tables,
    covered: count.known === 0 ? null : count.covering / count.known,
    undecided: count.undecided / count.cells,
    unknown: 1 - count.known / count.cells,
    power: count.changed === 0 ? null : count.found / count.changed,
    falseDiscoveries: count.falseShare / tables,
  }
}
