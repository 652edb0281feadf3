import { percentWords } from '../../findings/releases/release-words.ts'
import { plural } from '../../plural.ts'
import { geometricMean } from '../../stats/geometric-mean.ts'
import type { Cell, Grid, GridTable } from '../grid.ts'
import { companionsOf } from './pair-table.ts'

const COST_WORDS: Readonly<Record<string, string>> = {
  'CPU/op': 'CPU per operation',
  'switches/op': 'context switches per operation',
  p99: 'p99',
}

/**
 * The newest candidate on average, with what an operation costs: "Geometric mean of 33 tests: −1%, CPU per operation
 * +2%, context switches per operation −3%." Null without ratios.
 *
 * @param others the same comparison in the companion metrics.
 */
export function pairSummary(grid: Grid, others: Grid | null): string | null {
  const newest = grid.tables.flatMap((table) => newestOf(table, others) ?? [])
  const ratios = newest.flatMap((one) => one.ratios)
  const mean = geometricMean(ratios)
  if (mean === null) return null
  const labels = new Set(newest.flatMap(({ costs }) => costs.map(({ label }) => label)))
  const costs = [...labels].flatMap((label) => {
    const cost = geometricMean(
      newest.flatMap((one) => one.costs.flatMap((own) => (own.label === label ? own.ratios : []))),
    )
    return cost === null ? [] : [`${COST_WORDS[label] ?? label} ${percentWords(cost)}`]
  })
  return `Geometric mean of ${plural(ratios.length, newest.length === 1 ? 'test' : 'result')}: ${[percentWords(mean), ...costs].join(', ')}.`
}

function newestOf(table: GridTable, others: Grid | null) {
  const column = table.columns.findLastIndex(({ isBase }) => !isBase)
  if (column < 0) return null
  const rows = table.groups.flatMap((group) => group.rows)
  return {
    ratios: rows.flatMap(({ cells }) => ratioOf(cells[column])),
    costs: companionsOf(table, others, column).map(({ label, cells }) => ({
      label,
      ratios: [...cells.values()].flatMap(ratioOf),
    })),
  }
}

const ratioOf = (cell: Cell | undefined): number[] => (cell?.ratio != null && cell.ratio > 0 ? [cell.ratio] : [])
