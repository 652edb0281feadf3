import type { ProjectKey } from '@assay/domain/projects/project-key'
import type { Metric } from '@assay/domain/run/metric'
import type { SearchEntry } from '@assay/domain/search/search-entry'
import type { AccountStore } from './crud/accounts/account-types.ts'
import type { AuditQueries } from './crud/audit/audit-types.ts'
import type { Build, Config, Hardware, WithRuns } from './crud/dimensions/dimension-types.ts'
import type { ExperimentQueries } from './crud/experiments/experiment-types.ts'
import type { FavoriteQueries } from './crud/favorites/favorite-types.ts'
import type { GuestLinkDirectory, GuestLinkQueries } from './crud/guest-links/guest-link-types.ts'
import type { IdentityProviderStore } from './crud/identity-providers/identity-provider-types.ts'
import type { ImportProfileQueries } from './crud/import-profile/import-profile-types.ts'
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
import type { QuotaStore } from './crud/quotas/quota-types.ts'
import type { ReportQueries } from './crud/reports/report-types.ts'
import type { ScimStore } from './crud/scim/scim-types.ts'
import type { RuleQueries, SeriesQueries } from './crud/series/series-types.ts'
import type { ShareDirectory, ShareQueries } from './crud/shares/share-types.ts'
import type { SpecAttachmentQueries } from './crud/spec-attachments/spec-attachment-types.ts'
import type { SpecLinkDirectory, SpecLinkQueries } from './crud/spec-links/spec-link-types.ts'
import type { SpecQueries } from './crud/specs/spec-types.ts'
import type { TokenStore } from './crud/tokens/token-types.ts'
import type { ValidityQueries } from './crud/validity/validity-types.ts'
import type { ProjectEvents } from './events/event-types.ts'
import type { CellQueries } from './hot/cells/cell-types.ts'
import type { FindingQueries } from './hot/findings/finding-types.ts'
import type { NoiseQueries } from './hot/noise/noise-types.ts'
import type { DimensionQueries, ProductSummary, ProjectHome, VersionSummary } from './hot/run-index/run-index-types.ts'
import type {
  Attachment,
  RemovedFileQueries,
  ResultHistogram,
  RetentionQueries,
  RunQueries,
  SampleSeries,
} from './hot/runs/run-types.ts'
import type { ValueQueries } from './hot/values/value-types.ts'
import type { Jobs } from './jobs/job-types.ts'
import type { RunEngineQueries } from './run-engines/run-engine-types.ts'
import type { RunRequestQueries } from './run-requests/run-request-types.ts'
import type { ServerDirectory } from './server/server-types.ts'

export type { DiffFact, DiffSection } from '@assay/domain/run/settings-diff'
export type * from './crud/accounts/account-types.ts'
export type * from './crud/audit/audit-types.ts'
export type * from './crud/dimensions/dimension-types.ts'
export type * from './crud/experiments/experiment-types.ts'
export type * from './crud/favorites/favorite-types.ts'
export type * from './crud/guest-links/guest-link-types.ts'
export type * from './crud/identity-providers/identity-provider-types.ts'
export type * from './crud/import-profile/import-profile-types.ts'
export type * from './crud/limits/limit-types.ts'
export type * from './crud/notes/note-types.ts'
export type * from './crud/notifications/notification-types.ts'
export type * from './crud/notifications/spec-subscription-types.ts'
export type * from './crud/organizations/organization-types.ts'
export type * from './crud/pins/pin-types.ts'
export type * from './crud/profiles/profile-types.ts'
export type * from './crud/quotas/quota-types.ts'
export type * from './crud/reports/report-types.ts'
export type * from './crud/scim/scim-types.ts'
export type * from './crud/series/series-types.ts'
export type * from './crud/shares/secret-key.ts'
export type * from './crud/shares/share-types.ts'
export type * from './crud/spec-links/spec-link-types.ts'
export type * from './crud/specs/spec-types.ts'
export type * from './crud/tokens/token-types.ts'
export type * from './crud/validity/validity-types.ts'
export type * from './events/event-types.ts'
export type * from './hot/cells/cell-types.ts'
export type * from './hot/findings/finding-types.ts'
export type * from './hot/run-index/run-index-types.ts'
export type * from './hot/runs/run-types.ts'
export type * from './hot/upload/upload-types.ts'
export type { FlatValue, ValuePage, ValueQuery } from './hot/values/value-types.ts'
export type * from './jobs/job-types.ts'
export type * from './run-engines/run-engine-types.ts'
export type * from './run-requests/run-request-types.ts'
export type * from './server/server-types.ts'

// Interfaces of the database. Times are ISO 8601 in UTC, ids are UUIDs, absent values are null.

export type Database = {
  projects: ProjectDirectory
  tokens: TokenStore
  accounts: AccountStore
  organizations: OrganizationStore
  identityProviders: IdentityProviderStore
  scim: ScimStore
  limits: BudgetStore
  quotas: QuotaStore
  /** Queries of one project. The scope proves that access was verified. */
  in(scope: ProjectScope): ProjectQueries
  jobs: Jobs
  /** Notifications of changes between processes and servers. */
  events: ProjectEvents
  shares: ShareDirectory
  channels: ChannelDirectory
  guestLinks: GuestLinkDirectory
  specLinks: SpecLinkDirectory
  server: ServerDirectory
  /**
   * Runs `work` with the time-outs of its kind in all tenant-scoped transactions.
   *
   * @param options.mayReadStandby true lets a standby answer its reads of projects until it writes.
   */
  asWork<T>(kind: WorkKind, work: () => T, options?: { mayReadStandby?: boolean }): T
  /** Ready if the server answers and has every migration that this code needs. */
  ready(): Promise<Readiness>
  close(): Promise<void>
}

/** Kinds of work with separate time-outs; other work has those of a job. */
export type WorkKind = 'page' | 'upload' | 'export' | 'job'

export type Readiness =
  | { ready: true; migrations: number }
  | { ready: false; code: 'unreachable' | 'migrations-missing' | 'restore-unfinished'; reason: string }

declare const verified: unique symbol

/** A project that the caller may access. Only `scopeOf` creates it, after access was verified. */
export type ProjectScope = {
  readonly projectId: string
  /** The actor of all changes in the scope; audit events name it. */
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
  /** A prefix of the IP address, /24 or /48. */
  address: string | null
}

/** An entry of the audit log. `before` and `after` contain no secrets. */
export type Change = {
  /** `noun.verb` in the past tense: `known-bug.saved`, `token.revoked`. */
  action: string
  object: { kind: string; id: string | null; name: string }
  before?: unknown
  after?: unknown
}

// Projects and tokens

/**
 * public: everybody can read; internal: members of the organization; private: its owners and people who are named on
 * the project.
 */
export type Visibility = 'public' | 'internal' | 'private'

/** The role of a person: a viewer reads, an author writes, a maintainer manages, an owner owns. */
export type MemberRole = 'owner' | 'maintainer' | 'author' | 'viewer'

export type Project = {
  id: string
  organization: { id: string; slug: string; name: string }
  slug: string
  name: string
  description: string
  visibility: Visibility
}

export type TraceQueries = {
  /** Address of a trace with `{traceId}` in it; null when the project has none. */
  url(): Promise<string | null>
  /** Null removes the address. */
  setUrl(url: string | null): Promise<void>
}

/**
 * `organization` is a slug. The organization is created if it does not exist, with the slug as its name until a person
 * changes it.
 */
export type NewProject = Omit<Project, 'id' | 'organization'> & { organization: string }

/** A person's roles: as a member of the organization, and by name on the project. */
export type ProjectWithRoles = Project & { roles: { organization: MemberRole | null; project: MemberRole | null } }

export type ProjectDirectory = {
  findById(id: string): Promise<Project | null>
  /** Finds a project of an organization, or by its short address if the key names no organization. */
  find(key: ProjectKey): Promise<Project | null>
  /**
   * Lists the projects that a key can mean for a person, with the person's roles, in one statement. Without an
   * organization in the key: first that with the short address, then those in which the person has a role, oldest first.
   */
  listNamed(key: ProjectKey, personId: string): Promise<ProjectWithRoles[]>
  /** Finds a project by its id with the person's roles in it, in one statement. */
  findFor(id: string, personId: string): Promise<ProjectWithRoles | null>
  /** Lists all projects by slug, including private ones; the caller filters what its user may see. */
  list(): Promise<Project[]>
  /** Lists all projects with the person's roles in each; the caller filters what the person may see. */
  listFor(personId: string): Promise<ProjectWithRoles[]>
  /**
   * Returns the project of that organization, which is created if it does not exist; an existing one is unchanged. For
   * the operator: a new project gets the short address `/p/NAME` if it is free, which members must not learn.
   */
  ensure(project: NewProject): Promise<Project>
}

export type TokenScope = 'read' | 'upload' | 'write' | 'audit'

export type ProjectQueries = {
  validity: ValidityQueries
  noise: NoiseQueries
  home(): Promise<ProjectHome>
  runs: RunQueries
  removedFiles: RemovedFileQueries
  retention: RetentionQueries
  importProfile: ImportProfileQueries
  runRequests: RunRequestQueries
  cells: CellQueries
  dimensions: DimensionQueries
  samples: { forResult(resultId: string): Promise<SampleSeries[]> }
  histograms: { forResult(resultId: string): Promise<ResultHistogram[]> }
  attachments: {
    list(runId: string): Promise<Attachment[]>
    /** Distinct hashes of the contents that runs of this project refer to. */
    listNames(): Promise<string[]>
    /** The attachments of this project with that content; empty if it has none. */
    find(sha256: string): Promise<(Attachment & { runId: string })[]>
  }
  profiles: ProfileQueries
  favorites: FavoriteQueries
  traces: TraceQueries
  values: ValueQueries
  runEngines: RunEngineQueries
  findings: FindingQueries
  messages: MessageQueries
  shares: ShareQueries
  series: SeriesQueries
  rules: RuleQueries
  pins: PinQueries
  /** Names of products, versions, tests and other dimensions for search. */
  search(): Promise<readonly SearchEntry[]>
  /** Metrics of any run: known ones in their usual order, then declared ones by name. */
  metrics: { list(): Promise<Metric[]> }
  products: { list(): Promise<ProductSummary[]> }
  versions: { list(product?: string): Promise<VersionSummary[]> }
  builds: { find(id: string): Promise<WithRuns<Build> | null>; list(): Promise<Build[]> }
  /** Lists omit the texts, which are long. */
  configs: { find(id: string): Promise<WithRuns<Config> | null>; list(): Promise<Omit<Config, 'text'>[]> }
  hardware: { find(id: string): Promise<WithRuns<Hardware> | null>; list(): Promise<Hardware[]> }
  knownBugs: KnownBugQueries
  experiments: ExperimentQueries
  annotations: AnnotationQueries
  savedComparisons: SavedComparisonQueries
  reports: ReportQueries
  specs: SpecQueries
  guestLinks: GuestLinkQueries
  specSubscriptions: SpecSubscriptionQueries
  specLinks: SpecLinkQueries
  specAttachments: SpecAttachmentQueries
  /** The audit log of the project. */
  audit: AuditQueries
  /** Known bugs and annotations for all results, in one statement. */
  notes(): Promise<ResultNotes>
}
