/** What is done in the background, by name with its payload; the key of each says which askings are one. */
export type JobTasks = {
  'find-changes': (payload: { projectId: string; product: string }) => Promise<void>
  /** Raw files of runs that were removed. */
  'remove-files': (payload: { projectId: string }) => Promise<void>
  deliver: (payload: { projectId: string; deliveryId: string }) => Promise<void>
  /** Each minute: what a killed worker left, digests that are due, messages that are old enough to be forgotten. */
  'tend-messages': (payload: unknown) => Promise<void>
}

/** Jobs that are done by the clock, once by whichever worker comes first: `minute hour day month weekday`. */
export type Clockwork = Partial<Record<keyof JobTasks, string>>

export type Jobs = {
  /** Makes the schema of the queue, or brings it up to date; nobody may ask for a job meanwhile. */
  prepare(): Promise<void>
  /** Asks for a job; those that wait under the same key become one. */
  ask<Name extends keyof JobTasks>(name: Name, payload: Parameters<JobTasks[Name]>[0], key: string): Promise<void>
  /** Does jobs as they come, until it is stopped; what was begun is finished. */
  work(
    tasks: Partial<JobTasks>,
    options: { concurrency: number; clockwork?: Clockwork; pollMs?: number },
  ): Promise<{ stop(): Promise<void> }>
  /** Whether anything is being done or waits to be done now. */
  areWaiting(): Promise<boolean>
  /** Does what waits now. */
  workOff(tasks: Partial<JobTasks>): Promise<void>
}
