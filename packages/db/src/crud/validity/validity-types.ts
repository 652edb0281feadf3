import type { Invalidation, NewInvalidation } from '@assay/domain/run/validity/invalidation'

export type ValidityQueries = {
  /** Excludes a run, or one of its results; null if there is no such run or result. */
  invalidate(sent: NewInvalidation & { runId: string; by: string; at: Date }): Promise<Invalidation | null>
  /** Includes it again; null if the run has no such invalidation. A second withdrawal keeps the time of the first. */
  withdraw(sent: { runId: string; id: string; by: string; at: Date }): Promise<Invalidation | null>
  /** Applies the validity rules again to runs with flags of older rules; returns their number. */
  judgeAgain(): Promise<number>
}
