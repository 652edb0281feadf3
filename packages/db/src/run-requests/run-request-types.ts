import type { NewRunPlan, RunPlan } from '@assay/domain/run-plans/run-plan'
import type {
  AttemptResult,
  NewRunner,
  NewRunRequest,
  RunAttempt,
  RunLease,
  Runner,
  RunRequest,
} from '@assay/domain/run-requests/run-request'

/** Runners with everything that they executed; output by the id of the attempt. */
export type RunnerHistory = {
  runners: readonly Runner[]
  plans: readonly RunPlan[]
  requests: readonly RunRequest[]
  logs: Readonly<Record<string, string>>
}

export type RequestFilter = {
  /** Only requests in these states; all when it is empty. */
  states: readonly RunRequest['state'][]
  planId: string | null
  limit: number
}

/** Text of an attempt after a position. */
export type AttemptLog = { text: string; next: number }

/** The answer to a heartbeat or a result: `superseded` when the fencing token is not the newest one of its request. */
export type LeaseAnswer = { held: true; expiresAt: string } | { held: false; reason: string }
export type ResultAnswer =
  /** `planId` is the plan of the request, which may continue now. */
  | { stored: true; state: RunAttempt['state']; planId: string | null }
  | { stored: false; code: 'superseded' | 'run-missing' | 'not-found'; reason: string }

export type RunRequestQueries = {
  /**
   * Stores a runner, and ends the session of an earlier process with its name. A project has at most 100; a machine that
   * was not seen for a day gives its place to a new one.
   *
   * @returns the number of the session.
   */
  registerRunner(name: string, runner: NewRunner, kind?: Runner['kind']): Promise<number | 'too-many'>
  listRunners(): Promise<Runner[]>
  /** False when there is none. Its attempts stay. */
  removeRunner(name: string): Promise<boolean>

  /** Null when too many requests wait. A key that was used before returns the request that has it. */
  create(request: NewRunRequest): Promise<RunRequest | null>
  /** Null when there is none; a request that has ended does not change. */
  cancel(id: string): Promise<RunRequest | null>
  find(id: string): Promise<RunRequest | null>
  list(filter: RequestFilter): Promise<{ requests: RunRequest[]; total: number }>

  /**
   * Leases the next request that a runner can execute. Its earlier attempts that still run are lost, because it executes
   * one at a time and asks when it is idle.
   *
   * @returns `superseded` when a newer process has registered by its name, null when no request waits.
   */
  lease(runner: { name: string; session: number }): Promise<RunLease | 'superseded' | null>
  /** Leases one request for a runner that is started by a webhook. Null when it does not wait any longer. */
  leaseFor(requestId: string, runnerName: string): Promise<RunLease | null>
  /** Extends a lease. A late heartbeat continues the attempt, unless the request was leased again. */
  heartbeat(attemptId: string, fencingToken: number): Promise<LeaseAnswer>
  /** Accepts the result of an attempt, at most one for each request; the same result twice is accepted once. */
  finish(attemptId: string, result: AttemptResult): Promise<ResultAnswer>
  /** Ends attempts without heartbeats; their requests wait again. @returns their number. */
  expireLeases(): Promise<number>

  /** Appends output of a running attempt. @returns false when its token is old or its log is full. */
  appendLog(attemptId: string, fencingToken: number, chunk: { number: number; text: string }): Promise<boolean>
  readLog(attemptId: string, after: number): Promise<AttemptLog>

  /** Seconds that a request will take by earlier attempts; null when there is none. */
  estimate(request: Pick<NewRunRequest, 'command' | 'parameters'>): Promise<number | null>
  /** Stores a plan with its first requests, which have the values in this order. */
  createPlan(
    settings: NewRunPlan,
    draft: {
      title: string
      values: readonly string[]
      machineSeconds: number | null
      estimates: readonly (number | null)[]
    },
  ): Promise<RunPlan>
  /** Adds requests from a position on. The same position is stored once. @returns the number that was added. */
  addToPlan(plan: RunPlan, position: number, values: readonly string[]): Promise<number>
  /** False when the plan had ended before. */
  finishPlan(id: string, conclusion: string): Promise<boolean>
  /** Cancels a plan and its open requests. Null when there is none. */
  cancelPlan(id: string): Promise<RunPlan | null>
  findPlan(id: string): Promise<RunPlan | null>
  /** Stores a history with its times and ids, as the demo has one. What is stored already stays. */
  restore(history: RunnerHistory): Promise<void>
  /** The newest first. */
  listPlans(filter: { states: readonly RunPlan['state'][]; limit: number }): Promise<RunPlan[]>
}
