/** Facts about the whole server, above all projects. */
export type ServerDirectory = {
  /** Stores the fingerprint of the server's secret when there is none yet. Returns the stored one. */
  recordSecret(fingerprint: string): Promise<string>
  /** Replaces the stored fingerprint, when the operator changed the secret on purpose. */
  acceptSecret(fingerprint: string): Promise<void>
  /** Returns true while a backup reads the database. */
  backupIsRunning(): Promise<boolean>
}
