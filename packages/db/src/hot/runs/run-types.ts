import type { Histogram } from '@assay/domain/histograms/histogram'
import type { Result } from '@assay/domain/result'
import type { Metric } from '@assay/domain/run/metric'
import type { RunSort } from '@assay/domain/run/run-sort'
import type { DiffFact } from '@assay/domain/run/settings-diff'
import type { ParamValue, UploadTestbed } from '@assay/domain/run/upload-document'
import type { Invalidation } from '@assay/domain/run/validity/invalidation'
import type { ValidityFlag } from '@assay/domain/run/validity/validity-flag'
import type { Build, Config, Hardware } from '../../crud/dimensions/dimension-types.ts'
import type { DimensionFilters } from '../cells/cell-types.ts'
import type { RunUpload, UploadReceipt, UploadRefusal } from '../upload/upload-types.ts'

export type RunQueries = {
  upload(upload: RunUpload): Promise<Result<UploadReceipt, UploadRefusal>>
  /** Checks an upload without storing it. Returns the refusal; null if the run would be stored or is already stored. */
  checkUpload(upload: RunUpload): Promise<UploadRefusal | null>
  find(runId: string): Promise<RunDetails | null>
  /** Findings, pages, shares, reports and specs that show the run; null if the run does not exist. */
  references(runId: string): Promise<RunReferences | null>
  /** Deletes a run with its results, notes and files; false if it does not exist. Snapshots that contain it stay. */
  remove(runId: string): Promise<boolean>
  list(query: RunListQuery): Promise<RunPage>
  /** The runs of the first of these commits that has any; null if none has. An empty `hardware` matches any machine. */
  atNearestCommit(query: NearestCommitQuery): Promise<CommitRuns | null>
  /** Builds, configs and hardware of runs in the order of `ids`, without results; unknown ids are left out. */
  provenance(query: { ids: readonly string[]; maxCommands: number }): Promise<RunProvenance[]>
  /** All facts of two runs with both values, including equal ones; null if either run does not exist. */
  diffFacts(pair: { a: string; b: string }): Promise<DiffFact[] | null>
}

/** Objects that refer to a run. */
export type RunReferences = {
  /** Number of people's notes on the run itself. */
  notes: number
  /** Number of raw files with distinct content. */
  files: number
  /** Findings that compare the run's version with another one on the same machine. */
  findings: { id: string; from: string; to: string; direction: string }[]
  /** Saved comparisons whose filters include the run. */
  saved: { slug: string; title: string }[]
  /** Shared links that contain the run; their content stays. */
  shares: { title: string }[]
  /** Reports with a frozen figure of the run, each with the newest version that shows it. */
  reports: { slug: string; title: string; version: number }[]
  specs: { kind: 'functional' | 'design'; number: number; title: string; revision: number }[]
}

/** Days after the upload of a run at which its raw files and its samples are deleted; null keeps them forever. */
export type RetentionRule = { fileDays: number | null; sampleDays: number | null }

export type RetentionQueries = {
  rule(): Promise<RetentionRule>
  setRule(rule: RetentionRule): Promise<void>
  /** Deletes what the rule does not keep; files are deleted later, as those of `RemovedFileQueries`. */
  apply(now: Date): Promise<PrunedRuns>
}

/** The number of runs whose raw files or samples were deleted. */
type PrunedRuns = { files: number; samples: number }

/** Files outside the database that are to be deleted because runs were removed. */
export type RemovedFileQueries = {
  /** Removals with files that are not deleted yet, oldest first. */
  waiting(): Promise<{ id: string; files: string[] }[]>
  /** The given files that a run still refers to. */
  used(files: readonly string[]): Promise<ReadonlySet<string>>
  done(id: string): Promise<void>
}

/** Full or shortened hashes of at least 7 digits, in the order of preference. */
export type NearestCommitQuery = {
  commits: readonly string[]
  product: string | undefined
  hardware: readonly string[]
}

/** `distance` is the position of the commit in the list. */
export type CommitRuns = { commit: string; distance: number; runs: RunSummary[] }

export type RunListQuery = {
  filters: DimensionFilters
  sort: RunSort
  /** Position after the previous page; null for the first page. A cursor of another sort order counts as null. */
  cursor: string | null
  /** From 1 to 500. */
  limit: number
}

/** `total` counts all runs that pass the filters. */
export type RunPage = { rows: RunSummary[]; nextCursor: string | null; total: number }

/** One line of a list of runs; dimension values are those of points and filters. */
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
  /** SHA-256 of the config text; null if the text is unknown. */
  configSha256: string | null
  cpu: string | null
  cores: number | null
  memoryGb: number | null
  storage: string | null
  os: string | null
  sources: { name: string; url: string | null }[]
  /** Distinct commands in the order of the tests. */
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
  /** sha256 of the content in hex. */
  digest: string
  /**
   * The uploader (a person, a token or Assay itself) with its name at that time; null for runs from before this was
   * recorded.
   */
  uploadedBy: { kind: 'person' | 'token' | 'server'; name: string } | null
  finishedAt: string | null
  clientVersion: string | null
  benchmarkVersion: string | null
  workloadParams: Params
  notes: string | null
  /** True if no newer run has the same results. */
  newest: boolean
  /** Sources of the figures; the same run may occur in several summaries. */
  sources: { name: string; url: string | null }[]
  buildDetails: Build
  configDetails: Config
  hardwareDetails: Hardware
  /** The state of the machine during the run; null if it was not recorded. */
  testbed: UploadTestbed | null
  /** OpenTelemetry traces; `url` is null when the project has no address of traces. */
  traces: { id: string; url: string | null }[]
  /** In the order of the benchmark. */
  tests: TestDetails[]
  /** Metrics of the values of each result, by position. */
  metrics: Metric[]
  /** In the order of tests, then clients, then params. */
  results: ResultDetails[]
  /** Oldest first, including withdrawn ones. */
  invalidations: Invalidation[]
  attachments: Attachment[]
}

export type ResultDetails = {
  id: string
  test: string
  clients: number
  params: Params
  /** One value per metric of the run; null if this result lacks it. */
  values: (number | null)[]
  /** The failure that the tool reports; null for a test that completed. */
  failure: string | null
  command: string | null
  /** Validity flags, most important first. */
  badges: readonly ValidityFlag[]
  /** Sample series without values, which `samples.forResult` reads. */
  samples: Omit<SampleSeries, 'values'>[]
  /** Operations with a histogram, which `histograms.forResult` reads; null for all operations of the test. */
  histograms: (string | null)[]
}

export type SampleSeries = {
  id: string
  metric: Metric
  intervalSeconds: number
  /** Seconds from the start of the step to the first sample. */
  startSeconds: number
  count: number
  /** Null for missing samples. */
  values: (number | null)[]
}

/** The distribution of the response times of one operation of a result. */
export type ResultHistogram = {
  /** Null for all operations of the test. */
  operation: string | null
  /** Milliseconds of one unit of its values. */
  unitMs: number
  histogram: Histogram
}

export type Attachment = {
  id: string
  /** Path within the uploaded folder. */
  name: string
  sha256: string
  sizeBytes: number
  mediaType: string | null
}
