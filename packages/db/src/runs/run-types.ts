import type { Result } from '@assay/domain/result'
import type { Metric } from '@assay/domain/run/metric'
import type { RunSort } from '@assay/domain/run/run-sort'
import type { DiffFact } from '@assay/domain/run/settings-diff'
import type { ParamValue, UploadTestbed } from '@assay/domain/run/upload-document'
import type { Badge } from '@assay/domain/run/validity/badge'
import type { Invalidation } from '@assay/domain/run/validity/invalidation'
import type { Build, Config, Hardware } from '../crud/dimensions/dimension-types.ts'
import type { DimensionFilters } from '../hot/cells/cell-types.ts'
import type { RunUpload, UploadReceipt, UploadRefusal } from '../hot/upload/upload-types.ts'

export type RunQueries = {
  upload(upload: RunUpload): Promise<Result<UploadReceipt, UploadRefusal>>
  /**
   * Checks an upload without storing it. Returns the refusal; null when the run would be stored or is already stored.
   */
  checkUpload(upload: RunUpload): Promise<UploadRefusal | null>
  find(runId: string): Promise<RunDetails | null>
  /** The findings, pages, shares, reports and specs that show the run; null when the run does not exist. */
  references(runId: string): Promise<RunReferences | null>
  /** Deletes it with its results, notes and files; false when it does not exist. Snapshots of it stay. */
  remove(runId: string): Promise<boolean>
  list(query: RunListQuery): Promise<RunPage>
  /** Builds, configs and hardware of runs in the order of `ids`, without results; unknown ids are left out. */
  provenance(query: { ids: readonly string[]; maxCommands: number }): Promise<RunProvenance[]>
  /** Every fact of two runs side by side, also those that agree (a === b); null when either run is not here. */
  diffFacts(pair: { a: string; b: string }): Promise<DiffFact[] | null>
}

/** Objects that refer to a run. */
export type RunReferences = {
  /** Annotations of people on the run itself. */
  notes: number
  /** Raw files, by content. */
  files: number
  /** Changes that were found from or to its version on its machine. */
  findings: { id: string; from: string; to: string; direction: string }[]
  /** Saved comparisons whose filters include the run. */
  saved: { slug: string; title: string }[]
  /** The same of links and published pages, which stay as they are. */
  shares: { title: string }[]
  /** Reports with a frozen figure of the run, each with the newest version that shows it. */
  reports: { slug: string; title: string; version: number }[]
  specs: { kind: 'functional' | 'design'; number: number; title: string; revision: number }[]
}

/** Files outside of the database that remain to be deleted after runs were removed. */
export type GoneFileQueries = {
  /** Removals whose files are not all deleted, oldest first. */
  waiting(): Promise<{ id: string; files: string[] }[]>
  /** The given files that a run refers to now. */
  used(files: readonly string[]): Promise<ReadonlySet<string>>
  done(id: string): Promise<void>
}

export type RunListQuery = {
  filters: DimensionFilters
  sort: RunSort
  /** Where the page before ended; null for the first. One made for another sort order is taken as null. */
  cursor: string | null
  /** 1 to 500. */
  limit: number
}

/** `total` counts all runs that pass the filters. */
export type RunPage = { rows: RunSummary[]; nextCursor: string | null; total: number }

/** One line of a list of runs. Dimension values are those of points and filters. */
export type RunSummary = {
  id: string
  product: string
  version: string
  buildId: string
  build: string
  compiler: string
  configId: string
  config: string
  hardwareId: string
  hardware: string
  benchmark: string
  workload: string
  repeat: number
  startedAt: string | null
  receivedAt: string
  resultCount: number
  testCount: number
  clients: number[]
}

/** The origin of a run's numbers, for snapshots. */
export type RunProvenance = RunSummary & {
  flags: string | null
  commit: string | null
  /** SHA-256 of the text of its config; null when the text is not known. */
  configSha256: string | null
  cpu: string | null
  cores: number | null
  memoryGb: number | null
  storage: string | null
  os: string | null
  sources: { name: string; url: string | null }[]
  /** Each once, in the order of the tests. */
  commands: string[]
}

export type Params = Record<string, ParamValue>

export type TestRole = 'measured' | 'warmup' | 'load'

export type TestDetails = {
  id: string
  name: string
  group: string | null
  order: number
  role: TestRole
  primaryMetric: string
  connectionsPerClient: number | null
  targetRate: number | null
}

export type RunDetails = RunSummary & {
  /** sha256 of the content, hex. */
  digest: string
  /** The token (or Assay itself) by the name it had then; null in runs from before this was kept. */
  uploadedBy: { kind: 'person' | 'token' | 'server'; name: string } | null
  finishedAt: string | null
  clientVersion: string | null
  benchmarkVersion: string | null
  workloadParams: Params
  notes: string | null
  /** True when no newer run covers the same results. */
  newest: boolean
  /** The sources of the figures: the same run may occur in several summaries. */
  sources: { name: string; url: string | null }[]
  buildDetails: Build
  configDetails: Config
  hardwareDetails: Hardware
  /** The state of the machine during the run; null when it was not recorded. */
  testbed: UploadTestbed | null
  /** In the benchmark's own order. */
  tests: TestDetails[]
  /** Names the positions of each result's values. */
  metrics: Metric[]
  /** In the order of tests, then clients, then params. */
  results: ResultDetails[]
  /** Oldest first, also those that were withdrawn. */
  invalidations: Invalidation[]
  attachments: Attachment[]
}

export type ResultDetails = {
  id: string
  test: string
  clients: number
  params: Params
  /** As long as `metrics` of the run; null where this result has none. */
  values: (number | null)[]
  /** Why the tool reports the test as failed; null for one that came to its end. */
  failure: string | null
  command: string | null
  /** Validity flags, most important first. */
  badges: readonly Badge[]
  /** The sample series without their values, which `samples.forResult` reads. */
  samples: Omit<SampleSeries, 'values'>[]
}

export type SampleSeries = {
  id: string
  metric: Metric
  intervalSeconds: number
  /** From the start of the step to the first sample. */
  startSeconds: number
  count: number
  /** Null where the sample is missing. */
  values: (number | null)[]
}

export type Attachment = {
  id: string
  /** Path below the uploaded folder. */
  name: string
  sha256: string
  sizeBytes: number
  mediaType: string | null
}
