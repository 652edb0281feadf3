import type { DimensionName } from '@assay/domain/compare/dimension'
import { dimensionOrder } from '@assay/domain/compare/dimension-order'
import type { ReadBound } from '@assay/domain/compare/warnings/not-shown'
import { ENTRY_DIMENSIONS, isEntryDimension } from '../run-index/filter-runs.ts'
import type { RunEntry, RunIndex } from '../run-index/run-index.ts'

/** Runs with the same values of the dimensions on the axes, in their original order. */
export type Combination = { runs: RunEntry[] }

/** Groups runs by those dimensions on the axes that belong to runs, in the order in which a table shows the values. */
export function combineRuns(
  runIndex: RunIndex,
  runs: readonly RunEntry[],
  { axes: { tables, rows, columns }, rowsFirst }: ReadBound,
): { dimensions: DimensionName[]; combinations: Combination[] } {
  const inOrder = rowsFirst ? [...tables, ...rows, ...columns] : [...tables, ...columns, ...rows]
  const dimensions = [...new Set(inOrder)].filter(isOfRun)
  const ranks = dimensions.map((dimension) => runRank(runIndex, runs, dimension))
  // Keys are numbers instead of texts, because there may be a million runs: each dimension numbers its pairs with the
  // key so far.
  const numbers = dimensions.map(() => new Map<number, number>())
  const found = new Map<number, Combination & { ranks: number[] }>()
  for (const run of runs) {
    const own = ranks.map(({ rankOf }) => rankOf(run))
    const key = own.reduce((before, rank, i) => numberOf(numbers[i], before * (ranks[i]?.count ?? 1) + rank), 0)
    const known = found.get(key)
    if (known === undefined) found.set(key, { ranks: own, runs: [run] })
    else known.runs.push(run)
  }
  return { dimensions, combinations: [...found.values()].sort((a, b) => compareRanks(a.ranks, b.ranks)) }
}

/** A newer run with a benchmark version hides one without, so both must be in one combination. */
const isOfRun = (dimension: DimensionName): boolean =>
  dimension === 'repeat' || (isEntryDimension(dimension) && dimension !== 'benchmarkVersion')

function numberOf(numbers: Map<number, number> | undefined, key: number): number {
  const number = numbers?.get(key) ?? numbers?.size ?? 0
  numbers?.set(key, number)
  return number
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [i, rank] of a.entries()) {
    const difference = rank - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns the rank of a run's value among all values of a dimension, in the order of that dimension. */
function runRank(
  runIndex: RunIndex,
  runs: readonly RunEntry[],
  dimension: DimensionName,
): { rankOf: (run: RunEntry) => number; count: number } {
  if (!isEntryDimension(dimension)) {
    return {
      rankOf: ({ repeat }) => repeat,
      count: 1 + runs.reduce((highest, { repeat }) => Math.max(highest, repeat), 0),
    }
  }
  const { kind, labels } = ENTRY_DIMENSIONS[dimension]
  const all = labels(runIndex)
  const sorted = [...new Set(all)].sort(dimensionOrder(dimension, []))
  const rankOfLabel = new Map(sorted.map((label, rank) => [label, rank]))
  const rankOfEntry = all.map((label) => rankOfLabel.get(label) ?? 0)
  return { rankOf: (run) => rankOfEntry[run[kind].index] ?? 0, count: sorted.length }
}
