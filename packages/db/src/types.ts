import type { Metric } from '@assay/domain/run/metric'
import type { SearchEntry } from '@assay/domain/search/search-entry'
import type { AccountStore } from './crud/accounts/account-types.ts'
import type { AuditQueries } from './crud/audit/audit-types.ts'
import type { Build, Config, Hardware, WithRuns } from './crud/dimensions/dimension-types.ts'
import type { FavouriteQueries } from './crud/favourites/favourite-types.ts'
import type { GuestLinkDirectory, GuestLinkQueries } from './crud/guest-links/guest-link-types.ts'
import type { BudgetStore } from './crud/limits/limit-types.ts'
import type {
  AnnotationQueries,
  KnownBugQueries,
  ResultNotes,
  SavedComparisonQueries,
} from './crud/notes/note-types.ts'
import type { ChannelDirectory, MessageQueries } from './crud/notifications/notification-types.ts'
import type { SpecSubscriptionQueries } from './crud/notifications/spec-subscription-types.ts'
import type { OrganizationStore } from './crud/organizations/organization-types.ts'
import type { PinQueries } from './crud/pins/pin-types.ts'
import type { ProfileQueries } from './crud/profiles/profile-types.ts'
import type { ReportQueries } from './crud/reports/report-types.ts'
import type { RuleQueries, SeriesQueries } from './crud/series/series-types.ts'
import type { ShareDirectory, ShareQueries } from './crud/shares/share-types.ts'
import type { SpecLinkDirectory, SpecLinkQueries } from './crud/spec-links/spec-link-types.ts'
import type { SpecQueries } from './crud/specs/spec-types.ts'
import type { TokenStore } from './crud/tokens/token-types.ts'
import type { CellQueries } from './hot/cells/cell-types.ts'
import type { FindingQueries } from './hot/findings/finding-types.ts'
import type { NoiseQueries } from './hot/noise/noise-types.ts'
import type { DimensionQueries, ProductSummary, ProjectHome, VersionSummary } from './hot/run-index/run-index-types.ts'
import type { Jobs } from './jobs/job-types.ts'
import type { Attachment, GoneFileQueries, RunQueries, SampleSeries } from './runs/run-types.ts'
import type { ServerDirectory } from './server/server-types.ts'
import type { ValidityQueries } from './validity/validity-types.ts'

export type { DiffFact, DiffSection } from '@assay/domain/run/settings-diff'
export type * from './crud/accounts/account-types.ts'
export type * from './crud/audit/audit-types.ts'
export type * from './crud/dimensions/dimension-types.ts'
export type * from './crud/favourites/favourite-types.ts'
export type * from './crud/guest-links/guest-link-types.ts'
export type * from './crud/limits/limit-types.ts'
export type * from './crud/notes/note-types.ts'
export type * from './crud/notifications/notification-types.ts'
export type * from './crud/notifications/spec-subscription-types.ts'
export type * from './crud/organizations/organization-types.ts'
export type * from './crud/pins/pin-types.ts'
export type * from './crud/profiles/profile-types.ts'
export type * from './crud/reports/report-types.ts'
export type * from './crud/series/series-types.ts'
export type * from './crud/shares/share-types.ts'
export type * from './crud/spec-links/spec-link-types.ts'
export type * from './crud/specs/spec-types.ts'
export type * from './crud/tokens/token-types.ts'
export type * from './hot/cells/cell-types.ts'
export type * from './hot/findings/finding-types.ts'
export type * from './hot/run-index/run-index-types.ts'
export type * from './hot/upload/upload-types.ts'
export type * from './jobs/job-types.ts'
export type * from './runs/run-types.ts'
export type * from './server/server-types.ts'
export type * from './validity/validity-types.ts'

// Interfaces of the database. Times are ISO 8601 in UTC, ids are UUIDs, absent is null.

export type Database = {
  projects: ProjectDirectory
  tokens: TokenStore
  accounts: AccountStore
  organizations: OrganizationStore
  limits: BudgetStore
  /** Everything below a project. The scope is the proof that access was verified. */
  in(scope: ProjectScope): ProjectQueries
  jobs: Jobs
  shares: ShareDirectory
  channels: ChannelDirectory
  guestLinks: GuestLinkDirectory
  specLinks: SpecLinkDirectory
  server: ServerDirectory
  /** Runs `work` with the time-outs of its kind in every transaction that it begins below a project. */
  asWork<T>(kind: WorkKind, work: () => T): T
  /** True once the server answers and has every migration that this code was built for. */
  ready(): Promise<Readiness>
  close(): Promise<void>
}

/** Kinds of work, each with its time-outs; what is of none of them has those of a job. */
export type WorkKind = 'page' | 'upload' | 'export' | 'job'

export type Readiness =
  | { ready: true; migrations: number }
  | { ready: false; code: 'unreachable' | 'migrations-missing' | 'restore-unfinished'; reason: string }

declare const verified: unique symbol

/** A project that the caller may use. Made only by `scopeOf`, after access has been verified. */
export type ProjectScope = {
  readonly projectId: string
  /** The actor of all changes in the scope; every audit event names it. */
  readonly by: Actor
  readonly [verified]: true
}

/** The author of a change: a person, the holder of a token, a guest, or the server itself (the first start, a job). */
export type Actor = {
  kind: 'person' | 'token' | 'guest' | 'server'
  /** The id of the person, token or guest; null for the server. */
  id: string | null
  name: string
  requestId: string | null
  /** A prefix of the address, /24 or /48. */
  address: string | null
}

/** An entry of the audit log. `before` and `after` contain no secrets. */
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

/** The permission of a person: a viewer reads, an author writes, a maintainer manages, an owner owns. */
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

export type TokenScope = 'read' | 'upload' | 'write' | 'audit'

export type ProjectQueries = {
  validity: ValidityQueries
  noise: NoiseQueries
  home(): Promise<ProjectHome>
  runs: RunQueries
  goneFiles: GoneFileQueries
  cells: CellQueries
  dimensions: DimensionQueries
  samples: { forResult(resultId: string): Promise<SampleSeries[]> }
  attachments: {
    list(runId: string): Promise<Attachment[]>
    /** The contents that runs of this project refer to, each once. */
    listNames(): Promise<string[]>
    /** The attachments of this project with that content; empty when it has none. */
    find(sha256: string): Promise<(Attachment & { runId: string })[]>
  }
  profiles: ProfileQueries
  favourites: FavouriteQueries
  findings: FindingQueries
  messages: MessageQueries
  shares: ShareQueries
  series: SeriesQueries
  rules: RuleQueries
  pins: PinQueries
  /** Names of products, versions, tests and other dimensions for search. */
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
  specs: SpecQueries
  guestLinks: GuestLinkQueries
  specSubscriptions: SpecSubscriptionQueries
  specLinks: SpecLinkQueries
  /** The audit log of the project. */
  audit: AuditQueries
  /** Everything that may mark a result, in one statement. */
  notes(): Promise<ResultNotes>
}
