import type { createCaller } from '@assay/api/router'

// Result types of the API by the names that pages use, derived from the procedures, so that neither can drift.

type Api = ReturnType<typeof createCaller>
type Answer<Procedure extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Procedure>>

export type Project = Answer<Api['projects']['list']>[number]
export type ProjectHome = Answer<Api['projects']['home']>

export type RunPage = Answer<Api['runs']['list']>
export type RunSummary = RunPage['rows'][number]
export type ObservedDimension = Answer<Api['runs']['observed']>[number]
export type RunDetails = Answer<Api['runs']['get']>
export type RunReferences = Answer<Api['runs']['references']>
export type ResultDetails = RunDetails['results'][number]
export type Attachment = RunDetails['attachments'][number]
export type SampleSeries = Answer<Api['runs']['samples']>[number]
export type ResponseTimes = Answer<Api['runs']['responseTimes']>
export type DiffFact = Answer<Api['runs']['diff']>['facts'][number]
export type DiffSection = DiffFact['section']

export type Found = Answer<Api['search']['find']>[number]

export type Favorites = NonNullable<Answer<Api['favorites']['mine']>>

export type ReadSeries = Answer<Api['series']['read']>
export type ReadTrendMatrix = Answer<Api['series']['matrix']>
export type RulePreview = Answer<Api['rules']['try']>

export type StoredFinding = Answer<Api['findings']['list']>['rows'][number]
export type FindingCount = Answer<Api['findings']['list']>['counts'][number]
export type Overview = Answer<Api['findings']['overview']>
export type ReleaseCard = Overview['cards'][number]
export type OverviewRegression = Overview['regressions'][number]
export type FindingDetails = Answer<Api['findings']['get']>

export type ExperimentSummary = Answer<Api['experiments']['list']>[number]
export type EvaluatedExperiment = Answer<Api['experiments']['get']>
export type CandidateEvaluation = EvaluatedExperiment['evaluation']['candidates'][number]
export type Runner = Answer<Api['runRequests']['runners']>[number]
export type RunRequest = Answer<Api['runRequests']['get']>
export type RunAttempt = RunRequest['attempts'][number]
export type RunPlan = Answer<Api['runRequests']['plan']>
export type RunEngine = Answer<Api['runEngines']['list']>[number]
export type RunPlanDraft = Answer<Api['runRequests']['previewPlan']>

export type StoredImportProfile = NonNullable<Answer<Api['importProfile']['find']>>
export type RetentionRule = Answer<Api['retention']['rule']>
export type StoredBytes = Answer<Api['quotas']['storageOfProject']>
export type QuotaUse = Answer<Api['quotas']['ofProject']>[number]

export type Channel = Answer<Api['notifications']['list']>['channels'][number]
export type OwnChannel = Answer<Api['ownNotifications']['list']>['channels'][number]
export type Message = Answer<Api['notifications']['messages']>[number]
export type LoggedMessage = Answer<Api['notifications']['message']>
export type VersionDetails = Answer<Api['versions']['get']>
export type VersionMachine = VersionDetails['since'][number]['machines'][number]

export type Share = Answer<Api['shares']['list']>[number]
export type { ShareChangeInput as ShareChange } from '@assay/api/shares/change-share'
export type SharedProduct = Answer<Api['shares']['products']>[number]
export type { Masking } from '@assay/api/shares/masking'
export type PublishedShare = Answer<Api['shares']['published']>[number]

export type Hardware = RunDetails['hardwareDetails']
export type BenchmarkNoise = Answer<Api['noise']['ofHardware']>[number]
export type HardwareWithRuns = Answer<Api['hardware']['get']>
export type Build = RunDetails['buildDetails']
export type BuildWithRuns = Answer<Api['builds']['get']>
export type Config = RunDetails['configDetails']
export type ConfigSummary = Answer<Api['configs']['list']>[number]
export type ConfigWithRuns = Answer<Api['configs']['get']>

export type { SeenState } from '@assay/api/events/event-hub'
export type { ProjectChange } from '@assay/db/types'
export type { Annotation } from '@assay/domain/findings/notes/annotation'
export type { KnownBug } from '@assay/domain/findings/notes/known-bug'
export type { SavedComparison } from '@assay/domain/findings/notes/saved-comparison'
export type { SavedPage } from '@assay/domain/search/saved-page'

export type SpecInboxItems = Answer<Api['specs']['inbox']>
export type SpecSummary = Answer<Api['specs']['list']>[number]
export type SpecPage = Answer<Api['specs']['get']>
export type SpecReviewers = Answer<Api['reviewers']['list']>
export type Candidate = Answer<Api['reviewers']['candidates']>[number]
export type GuestReviewPage = Answer<Api['guests']['get']>
export type SpecPreview = Answer<Api['specs']['preview']>
export type SpecRevisionSummary = Answer<Api['specs']['revisions']>[number]
export type SpecPeople = Answer<Api['specs']['people']>
export type SpecHit = Answer<Api['specs']['search']>[number]
export type SpecSectionDiff = Answer<Api['specs']['diff']>[number]

export type ReportSummary = Answer<Api['reports']['list']>[number]
export type ReportVersion = Answer<Api['reports']['version']>
export type ReportVersionSummary = Answer<Api['reports']['versions']>[number]
export type ReportDraft = Answer<Api['reports']['draft']>
export type ReportSection = Answer<Api['reports']['sections']>[number]
export type ReportFigure = NonNullable<Extract<ReportSection, { kind: 'figure' }>['figure']>
export type FrozenReportFigure = Answer<Api['reports']['figures']>[number]
export type ReportDiff = Answer<Api['reports']['diff']>
export type DiffSegment = ReportDiff['text'][number]

export type { AccountEvent, PersonProfile, PersonSession, SecondFactor } from '@assay/api/accounts/accounts'

export type OwnToken = Answer<Api['tokens']['mine']>[number]
export type Token = Answer<Api['tokens']['list']>[number]
export type Organization = Answer<Api['organizations']['get']>
export type MemberList = Answer<Api['members']['list']>
export type IdentityProviderSettings = Answer<Api['identityProvider']['settings']>
export type LinkPolicy = Answer<Api['organizations']['linkPolicy']>
export type AuditPage = Answer<Api['audit']['list']>
export type AuditVerification = Answer<Api['audit']['verify']>
