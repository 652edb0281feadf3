/** Background jobs by name with their payloads. Waiting jobs with the same key are merged. */
export type JobTasks = {
  'find-changes': (payload: { projectId: string; product: string }) => Promise<void>
  /** Deletes raw files of removed runs. */
  'remove-files': (payload: { projectId: string }) => Promise<void>
  deliver: (payload: { projectId: string; deliveryId: string }) => Promise<void>
  /** Runs each minute: resumes deliveries of killed workers, queues digests that are due, and deletes old messages. */
  'process-outbox': (payload: unknown) => Promise<void>
  /** Once a day: deletes raw files and samples that projects do not keep any longer. */
  'apply-retention': (payload: unknown) => Promise<void>
  /**
   * Each minute: ends leases without heartbeats, continues plans whose last result arrived while a server was killed, and
   * asks engines to start jobs for requests that wait.
   */
  'advance-plans': (payload: unknown) => Promise<void>
  /** Each minute: appends new events of all audit logs to their hash chains. */
  'chain-audit-logs': (payload: unknown) => Promise<void>
}

/** Scheduled jobs, each run once for all workers: `minute hour day month weekday`. */
export type Clockwork = Partial<Record<keyof JobTasks, string>>

export type Jobs = {
  /** Creates or migrates the schema of the queue; no job may be queued at the same time. */
  prepare(): Promise<void>
  /** Queues a job; waiting jobs with the same key are merged. */
  enqueue<Name extends keyof JobTasks>(name: Name, payload: Parameters<JobTasks[Name]>[0], key: string): Promise<void>
  /** Processes jobs until it is stopped; running jobs are finished first. */
  work(
    tasks: Partial<JobTasks>,
    options: { concurrency: number; clockwork?: Clockwork; pollMs?: number },
  ): Promise<{ stop(): Promise<void> }>
  /** True while a job is running or waiting. */
  areWaiting(): Promise<boolean>
  /** True while a job of these names is running, or could run now. */
  areDue(names: readonly (keyof JobTasks)[]): Promise<boolean>
  /** Processes the jobs that are waiting now, then returns. */
  runPending(tasks: Partial<JobTasks>): Promise<void>
}
