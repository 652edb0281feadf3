import { median } from '../../stats/median.ts'
import type { Cell, Grid } from '../grid.ts'
import { knownValues } from './known-values.ts'

/** One run compared with the first run of the same build, config, machine and test. */
export type RepeatPair = {
  table: string
  row: string
  column: string
  metric: string
  first: number
  /** Value of the later run / value of the first. */
  ratio: number
  /** Difference regardless of direction: max(ratio, 1 / ratio), at least 1. */
  apart: number
  cell: Cell
}

export type Repeats = {
  /** The pairs, largest difference first. */
  pairs: readonly RepeatPair[]
  summary: {
    pairs: number
    /** Number of pairs that differ by at most 1%; `within5` counts those up to 5%. */
    within1: number
    within5: number
    /** Median of `apart`; 1 means equal. */
    medianApart: number
    /**
     * Relative standard deviation of a single run: exp(sqrt(sum of ln(ratio)^2 / 2n)) - 1. This is the estimate from
     * duplicates: both values of a pair have the same expectation, so a pair has one degree of freedom.
     */
    deviation: number
  } | null
}

/** Agreement of repeats, from a grid with the first repeat as base: all cells of later repeats that have a ratio. */
export function repeatsOf({ tables, columnDimensions }: Grid): Repeats {
  const pairs = tables.flatMap(({ key, metric, columns, groups }) =>
    groups.flatMap(({ rows }) =>
      rows.flatMap(({ label, cells }) =>
        cells.flatMap((cell, at): RepeatPair[] => {
          const { ratio, baseValue, isBase } = cell
          if (isBase || baseValue === null || ratio === null || ratio <= 0) return []
          const own = columns[at]
          const column = own === undefined ? '' : knownValues(own, columnDimensions, 'repeat')
          const apart = Math.max(ratio, 1 / ratio)
          return [{ table: key.label, row: label, column, metric, first: baseValue, ratio, apart, cell }]
        }),
      ),
    ),
  )
  pairs.sort((a, b) => b.apart - a.apart)
  return { pairs, summary: summarize(pairs) }
}

function summarize(pairs: readonly RepeatPair[]): Repeats['summary'] {
  const middle = median(pairs.map(({ apart }) => apart))
  if (middle === null) return null
  const squares = pairs.reduce((sum, { ratio }) => sum + Math.log(ratio) ** 2, 0)
  const closer = (limit: number) => pairs.filter(({ apart }) => apart <= limit).length
  return {
    pairs: pairs.length,
    within1: closer(1.01),
    within5: closer(1.05),
    medianApart: middle,
    deviation: Math.exp(Math.sqrt(squares / (2 * pairs.length))) - 1,
  }
}
