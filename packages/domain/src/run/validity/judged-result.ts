import type { UploadSamples, UploadTest } from '../upload-document.ts'

/** Facts about a test from an upload or the database. */
type JudgedTest = { name: string } & {
  [Key in 'role' | 'primaryMetric' | 'connectionsPerClient' | 'targetRate']?: UploadTest[Key] | null
}

/** Facts that decide the validity flags of a result. */
export type JudgedResult = {
  benchmark: string
  test: JudgedTest
  clients: number
  /** Null when it is not stated. */
  cores: number | null
  /** Undefined or null where the result has no such value. */
  value: (metric: string) => number | null | undefined
  samples: readonly UploadSamples[]
  command: string | null
  /** The failure that the tool reports; null for a test that finished. */
  failure: string | null
  /** Devices whose traffic the storage metrics include. */
  devices: readonly string[]
}
