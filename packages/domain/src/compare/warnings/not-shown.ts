import { dimensionWord } from '../axis-label.ts'
import type { Comparison } from '../comparison.ts'
import { axesOf } from '../context.ts'
import type { DimensionName } from '../dimension.ts'
import type { GridWarning } from '../grid.ts'
import { baseFilters, namedBase } from '../points-needed.ts'

/** Limits of one comparison, so that its memory and time do not grow with the size of a project. */
export const MAX_COMPARED: ComparedSize = { results: 20_000, values: 200_000, cells: 10_000 }

export type ComparedSize = { results: number; values: number; cells: number }

/** How a comparison larger than `max` is cut: along its axes, so that each shown cell is complete. */
export type ReadBound = {
  max: ComparedSize
  axes: { tables: readonly DimensionName[]; rows: readonly DimensionName[]; columns: readonly DimensionName[] }
  /** Number of tables for each key of the table dimensions. */
  metrics: number
  /** True when the first row is the base of the others, so that rows are cut before columns. */
  rowsFirst: boolean
  /** Filters of the results of a named base, which are read first; null for other bases. */
  base: Comparison['filters'] | null
}

export function readBound(comparison: Comparison, max: ComparedSize = MAX_COMPARED): ReadBound {
  return {
    max,
    axes: axesOf(comparison),
    metrics: comparison.metrics.length,
    rowsFirst: comparison.base.kind === 'first-row',
    base: namedBase(comparison.base).length === 0 ? null : baseFilters(comparison),
  }
}

type Part = { shown: number; all: number }

/** The part of a comparison that is shown when it exceeds a limit, and filters that would narrow it. */
export type NotShown = {
  results: Part
  runs: Part
  /** Combinations of values of `dimensions`, which are the axes that all results of a run share. */
  combinations: Part
  dimensions: readonly DimensionName[]
  /** Number of combinations of which only the newest runs are shown. */
  shortened: number
  max: ComparedSize
  narrowBy: readonly { dimension: DimensionName; values: number }[]
}

/** "Only 40,000 of 960,000 results are shown (1,000 of 24,000 runs), because ..." */
export function notShownWarning({
  results,
  runs,
  combinations,
  dimensions,
  shortened,
  max,
  narrowBy,
}: NotShown): GridWarning {
  const limit = `one comparison reads at most ${count(max.results)} results, ${count(max.values)} values and ${count(max.cells)} cells`
  const named = dimensions.length === 0 ? '' : ` of ${dimensions.map(dimensionWord).join(', ')}`
  const first =
    combinations.shown < combinations.all ? ` Shown are the first ${of(combinations)} combinations${named}.` : ''
  const newest =
    shortened === 0
      ? ''
      : ` Only the newest runs count in ${count(shortened)} ${shortened === 1 ? 'combination' : 'combinations'}${named}.`
  const filters = narrowBy.map(({ dimension, values }) => `${dimensionWord(dimension)} (${count(values)} values)`)
  const next = filters.length === 0 ? '' : ` Add a filter to see the others: ${filters.join(', ')}.`
  return {
    code: 'not-shown',
    text: `Only ${of(results)} results are shown (${of(runs)} runs), because ${limit}.${first}${newest}${next}`,
  }
}

const count = (number: number): string => number.toLocaleString('en')
const of = ({ shown, all }: Part): string => `${count(shown)} of ${count(all)}`
