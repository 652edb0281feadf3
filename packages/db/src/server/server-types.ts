/** Facts about the whole server, above all projects. */
export type ServerDirectory = {
  /** Stores the fingerprint of the server's secret when there is none yet. Returns the stored one. */
  recordSecret(fingerprint: string): Promise<string>
  /** Replaces the stored fingerprint, when the operator changed the secret on purpose. */
  acceptSecret(fingerprint: string): Promise<void>
  /** Connections and run indexes of this process, and the values that it stored since it started. */
  statistics(): ServerStatistics
  /** Jobs that wait or run, by their name. */
  queue(): Promise<QueueLength[]>
  /** Returns true while a backup reads the database. */
  backupIsRunning(): Promise<boolean>
}

export type ServerStatistics = {
  pools: { name: 'tenant' | 'directory' | 'owner'; open: number; idle: number; waiting: number }[]
  runIndex: { projects: number; runs: number }
  storedValues: number
}

export type QueueLength = {
  job: string
  count: number
  /** Seconds since the oldest of them could have been started. */
  oldestSeconds: number
}
