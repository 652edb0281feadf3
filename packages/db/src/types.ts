import type { DimensionName } from '@assay/domain/compare/dimension'
import type { PointSet } from '@assay/domain/compare/point'
import type { Varying } from '@assay/domain/compare/study'
import type { FindingAction, FindingNews } from '@assay/domain/finding/change-state'
import type { FindingFacts, FindingState } from '@assay/domain/finding/finding'
import type { FindingEvent, FindingFilters, StoredFinding } from '@assay/domain/finding/stored-finding'
import type { Annotation, NewAnnotation } from '@assay/domain/notes/annotation'
import type { KnownBug, NewKnownBug } from '@assay/domain/notes/known-bug'
import type { NewSavedComparison, SavedComparison } from '@assay/domain/notes/saved-comparison'
import type { Result } from '@assay/domain/result'
import type { Metric } from '@assay/domain/run/metric'
import type { DiffFact, DiffSection } from '@assay/domain/run/settings-diff'
import type { ParamValue, UploadDocument, UploadProfile, UploadTestbed } from '@assay/domain/run/upload-document'
import type { KeptPage, PageToKeep } from '@assay/domain/search/kept-page'
import type { SearchEntry } from '@assay/domain/search/search-entry'
import type { SeriesRun } from '@assay/domain/series/build-lines'
import type { RulePlace, SeriesRule, StoredRule } from '@assay/domain/series/rule'
import type { Badge } from '@assay/domain/validity/badge'
import type { Invalidation, NewInvalidation } from '@assay/domain/validity/invalidation'
import type { AuditQueries } from './audit/audit-types.ts'
import type { NoiseQueries } from './noise/noise-types.ts'
import type { OrganizationStore } from './organizations/organization-types.ts'
import type { PeopleStore } from './people/people-types.ts'
import type { ReportQueries } from './reports/report-types.ts'
import type { ShareDirectory, ShareQueries } from './shares/share-types.ts'
import type { TokenStore } from './tokens/token-types.ts'

export type * from './audit/audit-types.ts'
export type * from './organizations/organization-types.ts'
export type * from './people/people-types.ts'
export type * from './reports/report-types.ts'
export type * from './shares/share-types.ts'
export type * from './tokens/token-types.ts'
export type { DiffFact, DiffSection }

// What the database answers. Times are ISO 8601 in UTC, ids are uuids, absent is null.

export type Database = {
  projects: ProjectDirectory
  tokens: TokenStore
  people: PeopleStore
  organizations: OrganizationStore
  limits: BudgetStore
  /** Everything below a project. The scope is the proof that access was verified. */
  in(scope: ProjectScope): ProjectQueries
  jobs: Jobs
  shares: ShareDirectory
  /** True once the server answers and has every migration that this code was built for. */
  ready(): Promise<Readiness>
  close(): Promise<void>
}

export type Readiness =
  | { ready: true; migrations: number }
  | { ready: false; code: 'unreachable' | 'migrations-missing'; reason: string }

/** Budgets that fill themselves evenly, shared by all processes. */
export type BudgetStore = {
  /**
   * Takes as much of a budget as is there of what is wanted; nothing when that is less than what is needed.
   *
   * @param lease `most` is the whole budget, which fills itself at `perSecond`.
   * @returns what was taken and what is left for others.
   */
  lease(lease: {
    key: string
    most: number
    perSecond: number
    want: number
    need: number
  }): Promise<{ granted: number; remaining: number }>
}

/** What is done in the background, by name with its payload; the key of each says which askings are one. */
export type JobTasks = {
  'find-changes': (payload: { projectId: string; product: string }) => Promise<void>
  deliver: (payload: { projectId: string; deliveryId: string }) => Promise<void>
}

export type Jobs = {
  /** Makes the schema of the queue, or brings it up to date; nobody may ask for a job meanwhile. */
  prepare(): Promise<void>
  /** Asks for a job; those that wait under the same key become one. */
  ask<Name extends keyof JobTasks>(name: Name, payload: Parameters<JobTasks[Name]>[0], key: string): Promise<void>
  /** Does jobs as they come, until it is stopped; what was begun is finished. */
  work(tasks: JobTasks, options: { concurrency: number }): Promise<{ stop(): Promise<void> }>
  /** Does what waits now. */
  workOff(tasks: JobTasks): Promise<void>
}

declare const verified: unique symbol

/** A project that the caller may use. Made only by `scopeOf`, after access has been verified. */
export type ProjectScope = {
  readonly projectId: string
  /** Who does what is done in it; written down beside every change. */
  readonly by: Actor
  readonly [verified]: true
}

/** Who does something: a person, the holder of a token, or the server itself (the first start, a job). */
export type Actor = {
  kind: 'person' | 'token' | 'server'
  /** Of the person or token; null for the server. */
  id: string | null
  name: string
  requestId: string | null
  /** A prefix of the address, /24 or /48. */
  address: string | null
}

/** What was done, for the audit log. Secrets are left out of `before` and `after`. */
export type Change = {
  /** `noun.verb` in the past: `known-bug.saved`, `token.revoked`. */
  action: string
  object: { kind: string; id: string | null; name: string }
  before?: unknown
  after?: unknown
}

// Projects and tokens

/** public: anybody reads; internal: members of the organization; private: its owners and who is named on the project. */
export type Visibility = 'public' | 'internal' | 'private'

/** What a person may do: a viewer reads, an author writes, a maintainer manages, an owner owns. */
export type MemberRole = 'owner' | 'maintainer' | 'author' | 'viewer'

export type Project = {
  id: string
  organization: { id: string; slug: string; name: string }
  slug: string
  name: string
  description: string
  visibility: Visibility
}

/** `organization` is a slug, made when it does not exist; its name then is the slug until a person changes it. */
export type NewProject = Omit<Project, 'id' | 'organization'> & { organization: string }

/** A person's roles: as a member of the organization and as one named on the project. */
export type ProjectWithRoles = Project & { roles: { organization: MemberRole | null; project: MemberRole | null } }

export type ProjectDirectory = {
  findBySlug(slug: string): Promise<Project | null>
  /** The project with the person's roles in it, in one statement. */
  findFor(slug: string, personId: string): Promise<ProjectWithRoles | null>
  /** All projects, private ones too, by slug; the caller leaves out what its user may not see. */
  list(): Promise<Project[]>
  /** All projects with the person's roles in each; the caller leaves out what they may not see. */
  listFor(personId: string): Promise<ProjectWithRoles[]>
  /** The project of that slug, made if need be; one that exists is answered unchanged. */
  ensure(project: NewProject): Promise<Project>
}

export type TokenScope = 'read' | 'upload' | 'write'

// Everything below a project

export type ProjectQueries = {
  validity: ValidityQueries
  noise: NoiseQueries
  home(): Promise<ProjectHome>
  runs: RunQueries
  cells: CellQueries
  dimensions: DimensionQueries
  samples: { forResult(resultId: string): Promise<SampleSeries[]> }
  attachments: {
    list(runId: string): Promise<Attachment[]>
    /** The attachments of this project with that content; empty when it has none. */
    find(sha256: string): Promise<(Attachment & { runId: string })[]>
  }
  profiles: ProfileQueries
  favourites: FavouriteQueries
  findings: FindingQueries
  shares: ShareQueries
  series: SeriesQueries
  rules: RuleQueries
  /** What was measured, by the names that people look for. */
  search(): Promise<readonly SearchEntry[]>
  /** Metrics that some run has; known ones in their usual order, then declared ones by name. */
  metrics: { list(): Promise<Metric[]> }
  products: { list(): Promise<ProductSummary[]> }
  versions: { list(product?: string): Promise<VersionSummary[]> }
  builds: { find(id: string): Promise<WithRuns<Build> | null>; list(): Promise<Build[]> }
  /** Lists leave out the texts, which are long. */
  configs: { find(id: string): Promise<WithRuns<Config> | null>; list(): Promise<Omit<Config, 'text'>[]> }
  hardware: { find(id: string): Promise<WithRuns<Hardware> | null>; list(): Promise<Hardware[]> }
  knownBugs: KnownBugQueries
  annotations: AnnotationQueries
  savedComparisons: SavedComparisonQueries
  reports: ReportQueries
  /** What was changed here, and by whom. */
  audit: AuditQueries
  /** Everything that may mark a result, in one statement. */
  notes(): Promise<ResultNotes>
}

/** What changed between versions, and what people say of it. */
export type FindingQueries = {
  /** Those that stand, the largest effect first. */
  list(filters: FindingFilters, limit: number): Promise<StoredFinding[]>
  /** How many of those that stand, by what they can be filtered by. */
  counts(): Promise<{ product: string; hardware: string; state: FindingState; count: number }[]>
  find(id: string): Promise<(StoredFinding & { events: FindingEvent[] }) | null>
  /** Everything that the data of a product say now. @returns the ids of those that were not there. */
  replace(product: string, all: readonly FindingFacts[]): Promise<string[]>
  act(
    id: string,
    action: FindingAction,
    said: { note: string | null; knownBug: string | null },
  ): Promise<'done' | 'not from here' | 'not there'>
  /** What later data say, in a version; false when it changes nothing. */
  hear(id: string, news: FindingNews, version: string): Promise<boolean>
  note(id: string, text: string): Promise<boolean>
  own(id: string, person: { id: string; name: string } | null): Promise<boolean>
}

/** Pages that a person keeps and saw, for themselves. */
export type FavouriteQueries = {
  /** By name. */
  list(personId: string): Promise<KeptPage[]>
  /** Kept again under another name it is renamed. */
  keep(personId: string, page: PageToKeep): Promise<void>
  /** False when it was not kept. */
  drop(personId: string, path: string): Promise<boolean>
  /** The last 30, the newest first. */
  seen(personId: string): Promise<KeptPage[]>
  noteSeen(personId: string, page: PageToKeep, at: Date): Promise<void>
}

/** A raw file that is a profile of a result; `attachment` is its name, `sha256` its content. */
export type StoredProfile = Omit<UploadProfile, 'event' | 'params'> & {
  id: string
  runId: string
  resultId: string
  sha256: string
  event: string | null
}

/** Each by test, clients and file. */
export type ProfileQueries = {
  forRun(runId: string): Promise<StoredProfile[]>
  forResults(resultIds: readonly string[]): Promise<StoredProfile[]>
  find(id: string): Promise<StoredProfile | null>
}

export type ResultNotes = { bugs: KnownBug[]; annotations: Annotation[] }

export type KnownBugQueries = {
  /** By product, then by bug. */
  list(): Promise<KnownBug[]>
  find(slug: string): Promise<KnownBug | null>
  /** Product and bug make the slug; a bug that is there already is replaced. */
  save(bug: NewKnownBug): Promise<KnownBug>
  /** False when there is none. */
  remove(slug: string): Promise<boolean>
}

export type AnnotationQueries = {
  /** Oldest first. */
  list(): Promise<Annotation[]>
  /** Null when the run that it names is not here. */
  add(annotation: NewAnnotation): Promise<Annotation | null>
  remove(id: string): Promise<boolean>
}

export type SavedComparisonQueries = {
  /** Oldest first. */
  list(): Promise<SavedComparison[]>
  find(slug: string): Promise<SavedComparison | null>
  /** Null when the slug is taken and may not be replaced. */
  save(slug: string, comparison: NewSavedComparison, how: { replace: boolean }): Promise<SavedComparison | null>
  remove(slug: string): Promise<boolean>
}

export type ValidityQueries = {
  /** Takes a run, or one result of it, out; null when there is no such run, or it has no such result. */
  invalidate(sent: NewInvalidation & { runId: string; by: string; at: Date }): Promise<Invalidation | null>
  /** Brings it back; null when the run has no such invalidation. Withdrawing twice keeps the first time. */
  withdraw(sent: { runId: string; id: string; by: string; at: Date }): Promise<Invalidation | null>
  /** Judges the runs that were judged by older rules, or never; answers how many. */
  judgeAgain(): Promise<number>
}

/** Values by dimension: a result passes when each filtered dimension has one of its values. */
export type DimensionFilters = Partial<Record<DimensionName, readonly string[]>>

export type RunQueries = {
  upload(upload: RunUpload): Promise<Result<UploadReceipt, UploadRefusal>>
  find(runId: string): Promise<RunDetails | null>
  list(query: RunListQuery): Promise<RunPage>
  /** Every fact of two runs side by side, also those that agree (a === b); null when either run is not here. */
  diffFacts(pair: { a: string; b: string }): Promise<DiffFact[] | null>
}

export type RunUpload = {
  /**
   * A document that domain's schema and checkDocument have accepted: each metric is known or declared, no result
   * occurs twice. Here it is trusted.
   */
  document: UploadDocument
  runId: string
  /** sha256 of what the document says, 64 hex digits: decides whether the same run id comes with the same content. */
  digest: string
}

/** `receivedAt` is that of the first time, however often the run is sent. */
export type UploadReceipt = { status: 'stored' | 'already'; runId: string; digest: string; receivedAt: string }

export type UploadRefusal =
  /** The run id is taken by a run with other content. */
  { code: 'run-differs'; runId: string; storedDigest: string; sentDigest: string } | DimensionContradiction

/** The document says of something that exists already what is not so: same hardware name, other core count. */
export type DimensionContradiction = {
  code: 'contradiction'
  kind: 'build' | 'config' | 'hardware' | 'workload' | 'test' | 'metric'
  /** The name of the thing, with its parent where names repeat: `MySQL 8.4.7 o2nofp`. */
  name: string
  /** The field as the upload document spells it: `cores`, `settings.io_method`, `params.tables`. */
  field: string
  stored: string
  sent: string
}

export type RunSortKey =
  | 'received'
  | 'started'
  | 'product'
  | 'version'
  | 'build'
  | 'config'
  | 'hardware'
  | 'benchmark'
  | 'workload'
  | 'results'

export type RunListQuery = {
  filters: DimensionFilters
  sort: { key: RunSortKey; direction: 'ascending' | 'descending' }
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

export type Params = Record<string, ParamValue>

export type Build = {
  id: string
  product: string
  version: string
  /** The label that the dimension `build` shows: the given name, else made of the parts. */
  name: string
  /** Label of the dimension `compiler`, such as `clang+LTO 18.1`. */
  compilerLabel: string
  compiler: string | null
  compilerVersion: string | null
  lto: boolean | null
  flags: string | null
  buildType: string | null
  commit: string | null
  binarySha256: string | null
}

export type Config = {
  id: string
  product: string
  name: string
  text: string | null
  settings: Record<string, string>
}

export type SizeClass = 'small' | 'medium' | 'large'

export type Hardware = {
  id: string
  name: string
  cpu: string | null
  cores: number | null
  /** small below 10 cores, medium 10 to 20, large above; null while the cores are not known. */
  sizeClass: SizeClass | null
  smt: boolean | null
  sockets: number | null
  memoryGb: number | null
  storage: string | null
  fileSystem: string | null
  os: string | null
  kernel: string | null
  cloudType: string | null
}

/** A thing with the newest of its runs, at most 200, and how many it has in all. */
export type WithRuns<T> = T & { runs: RunSummary[]; runCount: number }

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
  finishedAt: string | null
  clientVersion: string | null
  benchmarkVersion: string | null
  workloadParams: Params
  notes: string | null
  /** True when no newer run covers the same results. */
  newest: boolean
  /** Every place where these figures were met: the same run may stand in several summaries. */
  sources: { name: string; url: string | null }[]
  buildDetails: Build
  configDetails: Config
  hardwareDetails: Hardware
  /** The state of the machine during the run; null when nobody wrote it down. */
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
  command: string | null
  /** What speaks against it, by importance. */
  badges: readonly Badge[]
  /** What series there are; their values come from `samples.forResult`. */
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

export type CellQueries = {
  /** The points that a comparison needs, in one SQL statement. */
  list(query: CellQuery): Promise<PointSet>
}

export type CellQuery = {
  filters: DimensionFilters
  /** Metric names, or `primary` for each test's own; null for every metric. */
  metrics: readonly string[] | null
  /** Only the newest result of each build, config, hardware, workload, repeat, test, clients and params. */
  newestOnly: boolean
  /** Lists warm-up and load steps too. */
  allSteps: boolean
}

export type ObservedValue = {
  value: string
  /** Newest results that have it and pass the filters of all other dimensions. */
  count: number
}

/** Values in the order that people expect: versions by number, clients as numbers, tests as the benchmark has them. */
export type ObservedDimension = { name: DimensionName; values: ObservedValue[] }

export type DimensionQueries = {
  /**
   * Each dimension with its observed values, counted under the filters of all other dimensions, so that a
   * dimension's own filter does not narrow its own list. Fixed dimensions first, then `param:NAME` by name.
   */
  observed(query: { filters: DimensionFilters; allSteps: boolean }): Promise<ObservedDimension[]>
  /** Clients, compilers and parameters that vary within a workload while everything else stays as it is. */
  varying(): Promise<Varying[]>
}

export type ProductSummary = { id: string; name: string; versionCount: number; runCount: number }
export type VersionSummary = { id: string; product: string; name: string; runCount: number }

export type ProjectHome = {
  counts: {
    runs: number
    results: number
    products: number
    versions: number
    builds: number
    configs: number
    hardware: number
  }
  /** Versions oldest first. */
  products: (ProductSummary & { versions: VersionSummary[] })[]
  hardware: (Hardware & { runCount: number })[]
  benchmarks: {
    id: string
    name: string
    runCount: number
    workloads: { id: string; name: string; runCount: number }[]
  }[]
  /** The 20 that arrived last. */
  newestRuns: RunSummary[]
}

// Long series

export type SeriesQueries = {
  /** Results as CellQueries.list has them, and when and of which commit each run was. */
  read(query: CellQuery & { withCommits: boolean }): Promise<{ points: PointSet; runs: Map<string, SeriesRun> }>
}

export type RuleQueries = {
  list(): Promise<StoredRule[]>
  /** Replaces the rule of that place; the audit log has both. */
  save(place: RulePlace, rule: SeriesRule): Promise<StoredRule>
  /** False when there is none. */
  remove(id: string): Promise<boolean>
}
