import { decimalFigure, type Figure } from '../../../parse/invariants/figure.ts'
import { checkInvariants, type Invariant, ordered, risingPercentiles } from '../../../parse/invariants/invariants.ts'
import type { Problem } from '../../../parse/problem.ts'

const PERCENTILES = ['50', '99', '99.9', '99.99'] as const

/** The invariants of a row of report.tsv: percentiles do not decrease and do not exceed the maximum. */
export const DB_BENCH_ROW_INVARIANTS: readonly Invariant[] = [
  risingPercentiles(PERCENTILES, (rank) => `p${rank}`),
  ordered(...PERCENTILES.map((rank) => `p${rank}`), 'pmax'),
]

/** The contradictions of a row; its cells are the figures as printed. */
export function checkDbBenchRow(
  cells: ReadonlyMap<string, string>,
  { file, line }: { file: string; line: number },
): Problem[] {
  const names = new Set([...PERCENTILES.map((rank) => `p${rank}`), 'pmax'])
  const figures = new Map<string, Figure>()
  for (const [name, text] of cells) {
    if (names.has(name) && /^\d+(?:\.\d+)?$/.test(text)) figures.set(name, decimalFigure(text, line))
  }
  return checkInvariants(figures, DB_BENCH_ROW_INVARIANTS, file)
}
