/** Facts about the whole server, above all projects. */
export type ServerDirectory = {
  /** Stores the fingerprint of the server's secret if there is none yet. Returns the stored one. */
  recordSecret(fingerprint: string): Promise<string>
  /** Replaces the stored fingerprint after the operator changed the secret on purpose. */
  acceptSecret(fingerprint: string): Promise<void>
  /** Connections and run indexes of this process, and the number of values that it stored since it started. */
  statistics(): ServerStatistics
  /**
   * Builds the run indexes of large projects before somebody asks for them. Returns the approximate number of their
   * runs.
   */
  prepareRunIndexes(): Promise<number>
  /** Waiting and running jobs, by name. */
  queue(): Promise<QueueLength[]>
  /** True while a backup is reading the database. */
  backupIsRunning(): Promise<boolean>
}

type ServerStatistics = {
  pools: { name: 'tenant' | 'directory' | 'owner'; open: number; idle: number; waiting: number }[]
  runIndex: { projects: number; runs: number }
  storedValues: number
  /** Reads that the standby answered; null without one. */
  standbyReads: number | null
}

type QueueLength = {
  job: string
  count: number
  /** Age in seconds of the oldest job since it could have been started. */
  oldestSeconds: number
}
