import { z } from 'zod'
import type { DimensionFilters } from '../cells/cell-types.ts'

/** A value with the names of its run, test and metric; docs/archive.md describes the columns. */
export const FlatValue = z.object({
  run_id: z.string(),
  ...{ product: z.string(), version: z.string(), build: z.string(), commit: z.string().nullable(), config: z.string() },
  ...{ hardware: z.string(), benchmark: z.string(), workload: z.string(), repeat: z.int() },
  started_at: z.string().nullable(),
  ...{ test: z.string(), clients: z.int(), params: z.string().nullable() },
  ...{ metric: z.string(), unit: z.string(), better: z.string(), value: z.number() },
  ...{ flags: z.array(z.string()), excluded: z.boolean() },
})
export type FlatValue = z.infer<typeof FlatValue>

export type ValueQuery = {
  filters: DimensionFilters
  /** Names of metrics; null for all. */
  metrics: readonly string[] | null
  /** Limits of the start time of runs in milliseconds; runs without one pass only when both are null. */
  from: number | null
  to: number | null
  /** A horizon of an earlier answer: only runs that were stored or changed since. */
  after: string | null
  /** Position after the previous page; null for the first one. */
  cursor: string | null
  limit: number
}

export type ValuePage = {
  values: FlatValue[]
  nextCursor: string | null
  /** The state of the data, for `after` of a later query. */
  horizon: string
  /** Runs that were stored, changed or removed since `after`; null without it. */
  changedRuns: string[] | null
}

export type ValueQueries = {
  /**
   * Lists values by the arrival of their runs.
   *
   * @returns `too many changes` when more than MAX_CHANGED_RUNS runs changed since `after`, and `unknown` when `after`
   * or `cursor` does not belong to this list.
   */
  list(query: ValueQuery): Promise<ValuePage | 'too many changes' | 'unknown'>
}
