/** Options of the owner process of an embedded cluster, passed as its only argument in JSON. */
export type OwnerOptions = {
  /** Contains the cluster in `postgres` and its password. */
  dataDir: string
  /** Chosen by the system when absent. */
  port?: number
  /** False for tests: no fsync, so a power cut may lose everything. */
  durable: boolean
  /** Created when it does not exist. */
  database: string
}

/** The single message that the owner process sends. */
export type OwnerMessage =
  | { type: 'ready'; url: string; port: number; notes: string[] }
  | { type: 'failed'; message: string }
