import type { Invalidation, NewInvalidation } from '@assay/domain/run/validity/invalidation'

export type ValidityQueries = {
  /** Takes a run, or one result of it, out; null when there is no such run, or it has no such result. */
  invalidate(sent: NewInvalidation & { runId: string; by: string; at: Date }): Promise<Invalidation | null>
  /** Brings it back; null when the run has no such invalidation. Withdrawing twice keeps the first time. */
  withdraw(sent: { runId: string; id: string; by: string; at: Date }): Promise<Invalidation | null>
  /** Judges the runs that were judged by older rules, or never; answers how many. */
  judgeAgain(): Promise<number>
}
