/** Background jobs by name with their payloads. Jobs that wait under one key become one job. */
export type JobTasks = {
  'find-changes': (payload: { projectId: string; product: string }) => Promise<void>
  /** Raw files of runs that were removed. */
  'remove-files': (payload: { projectId: string }) => Promise<void>
  deliver: (payload: { projectId: string; deliveryId: string }) => Promise<void>
  /** Each minute: deliveries that a killed worker left, digests that are due, and messages that are old enough to delete. */
  'tend-messages': (payload: unknown) => Promise<void>
  /** Each minute: appends new events of all audit logs to their hash chains. */
  'chain-audit-logs': (payload: unknown) => Promise<void>
}

/** Jobs that run by the clock, once for all workers: `minute hour day month weekday`. */
export type Clockwork = Partial<Record<keyof JobTasks, string>>

export type Jobs = {
  /** Creates or migrates the schema of the queue; no job may be queued meanwhile. */
  prepare(): Promise<void>
  /** Queues a job; jobs that wait under the same key become one. */
  ask<Name extends keyof JobTasks>(name: Name, payload: Parameters<JobTasks[Name]>[0], key: string): Promise<void>
  /** Does jobs as they come until it is stopped; jobs that were started are finished. */
  work(
    tasks: Partial<JobTasks>,
    options: { concurrency: number; clockwork?: Clockwork; pollMs?: number },
  ): Promise<{ stop(): Promise<void> }>
  /** True while a job runs or waits. */
  areWaiting(): Promise<boolean>
  /** Does the jobs that wait now, then returns. */
  workOff(tasks: Partial<JobTasks>): Promise<void>
}
