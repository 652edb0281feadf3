import { attachmentQueries } from './crud/attachments/attachments.ts'
import { auditChain } from './crud/audit/audit-chain-queries.ts'
import { PROJECT_AUDIT, readAudit } from './crud/audit/read-audit.ts'
import { buildQueries } from './crud/dimensions/builds.ts'
import { configQueries } from './crud/dimensions/configs.ts'
import { hardwareQueries } from './crud/dimensions/hardware.ts'
import { experimentQueries } from './crud/experiments/experiment-queries.ts'
import { favoriteQueries } from './crud/favorites/favorites.ts'
import { guestLinkQueries } from './crud/guest-links/guest-link-queries.ts'
import { importProfileQueries } from './crud/import-profile/import-profile.ts'
import { annotationQueries } from './crud/notes/annotations.ts'
import { knownBugQueries } from './crud/notes/known-bugs.ts'
import { readResultNotes } from './crud/notes/result-notes.ts'
import { savedComparisonQueries } from './crud/notes/saved-comparisons.ts'
import { messageQueries } from './crud/notifications/message-queries.ts'
import { specSubscriptionQueries } from './crud/notifications/spec-subscription-queries.ts'
import { pinQueries } from './crud/pins/pins.ts'
import { profileQueries } from './crud/profiles/profiles.ts'
import { reportQueries } from './crud/reports/report-queries.ts'
import { ruleQueries } from './crud/series/rules.ts'
import { readSeries, readSeriesRuns } from './crud/series/series-points.ts'
import { shareQueries } from './crud/shares/share-queries.ts'
import { specAttachmentQueries } from './crud/spec-attachments/spec-attachment-queries.ts'
import { specLinkQueries } from './crud/spec-links/spec-link-queries.ts'
import { specQueries } from './crud/specs/spec-queries.ts'
import { traceQueries } from './crud/traces/trace-settings.ts'
import { validityQueries } from './crud/validity/validity-queries.ts'
import { actorKeyOf, type EventNotifier } from './events/event-notifier.ts'
import type { ProjectChange } from './events/event-types.ts'
import { countLeftOut } from './hot/cells/count-left-out.ts'
import { countCellsToRead, listCells } from './hot/cells/list-cells.ts'
import { findingQueries } from './hot/findings/findings.ts'
import { noiseQueries } from './hot/noise/noise-queries.ts'
import { dimensionQueries } from './hot/run-index/dimension-queries.ts'
import { listMetrics } from './hot/run-index/list-metrics.ts'
import { productSummaries, projectHome, versionSummaries } from './hot/run-index/project-home.ts'
import type { RunIndexCache } from './hot/run-index/run-index-cache.ts'
import { searchEntries } from './hot/run-index/search-entries.ts'
import { findHistograms } from './hot/runs/find-histograms.ts'
import { findSamples } from './hot/runs/find-samples.ts'
import { removedFileQueries } from './hot/runs/removed-run-files.ts'
import { retentionQueries } from './hot/runs/retention.ts'
import { runQueries } from './hot/runs/run-queries.ts'
import type { KnownRows } from './hot/upload/known-rows.ts'
import { listValues } from './hot/values/list-values.ts'
import type { JobDebouncer } from './jobs/job-debouncer.ts'
import { runEngineQueries } from './run-engines/run-engine-queries.ts'
import { runRequestQueries } from './run-requests/run-request-queries.ts'
import type { TenantScope } from './scope/tenant-scope.ts'
import type { ProjectQueries } from './types.ts'

/** State of the process that all projects share. */
type Shared = {
  known: KnownRows
  uploads: { storedValues: number }
  runIndexes: RunIndexCache
  jobDebouncer: JobDebouncer
  events: EventNotifier
}

/**
 * All queries of one project. The first parameter of each statement is the project id; row-level security limits it to
 * that project as well.
 */
export function projectQueries(scoped: TenantScope, shared: Shared): ProjectQueries {
  const { projectId } = scoped
  const { runIndexes, jobDebouncer } = shared
  const notify = (change: ProjectChange, count?: number) =>
    shared.events.notify(projectId, actorKeyOf(scoped.by), change, null, count)
  const hardware = hardwareQueries(scoped, runIndexes)
  const requestScan = (product: string) =>
    jobDebouncer.request('find-changes', { projectId, product }, `${projectId} ${product}`)
  const requestScanOfRun = async (runId: string) => {
    const run = (await runIndexes.fresh(projectId)).run(runId)
    if (run !== undefined) requestScan(run.build.product)
  }
  return {
    async home() {
      const machines = await hardware.list()
      return projectHome(await runIndexes.fresh(projectId), machines)
    },
    runs: runQueries(scoped, { ...shared, requestScan, notify }),
    removedFiles: removedFileQueries(scoped),
    retention: retentionQueries(scoped),
    importProfile: importProfileQueries(scoped),
    runRequests: runRequestQueries(scoped, () => notify('run-request')),
    runEngines: runEngineQueries(scoped),
    validity: validityQueries(scoped, runIndexes, requestScanOfRun),
    noise: noiseQueries(scoped, runIndexes),
    cells: {
      list: (query) => listCells(scoped, runIndexes, query),
      size: (query) => countCellsToRead(scoped, runIndexes, query),
      leftOut: async (query) => countLeftOut(await runIndexes.fresh(scoped.projectId), query),
    },
    dimensions: dimensionQueries(projectId, runIndexes),
    traces: traceQueries(scoped),
    values: { list: (query) => listValues(scoped, runIndexes, query) },
    samples: { forResult: (resultId) => findSamples(scoped, resultId) },
    histograms: { forResult: (resultId) => findHistograms(scoped, resultId) },
    attachments: attachmentQueries(scoped),
    profiles: profileQueries(scoped),
    favorites: favoriteQueries(scoped),
    findings: findingQueries(scoped, runIndexes, notify),
    messages: messageQueries(scoped, jobDebouncer),
    shares: shareQueries(scoped),
    series: {
      state: async () => JSON.stringify((await runIndexes.fresh(projectId)).horizon),
      read: (query) => readSeries(scoped, runIndexes, query),
      runs: (ids) => readSeriesRuns(scoped, runIndexes, ids, { withCommits: true }),
    },
    rules: ruleQueries(scoped),
    pins: pinQueries(scoped),
    search: async () => searchEntries(await runIndexes.fresh(projectId)),
    metrics: { list: async () => listMetrics(await runIndexes.fresh(projectId)) },
    products: { list: async () => productSummaries(await runIndexes.fresh(projectId)) },
    versions: {
      async list(product) {
        const versions = versionSummaries(await runIndexes.fresh(projectId))
        return product === undefined ? versions : versions.filter((version) => version.product === product)
      },
    },
    builds: buildQueries(scoped, runIndexes),
    configs: configQueries(scoped, runIndexes),
    hardware,
    knownBugs: knownBugQueries(scoped),
    experiments: experimentQueries(scoped),
    annotations: annotationQueries(scoped),
    savedComparisons: savedComparisonQueries(scoped),
    reports: reportQueries(scoped),
    specs: specQueries(scoped, shared.events),
    guestLinks: guestLinkQueries(scoped),
    specSubscriptions: specSubscriptionQueries(scoped),
    specLinks: specLinkQueries(scoped),
    specAttachments: specAttachmentQueries(scoped),
    audit: {
      list: (query) => readAudit(scoped, PROJECT_AUDIT, projectId, query),
      chain: auditChain({
        log: { kind: 'project', id: projectId },
        on: scoped,
        transaction: (work) => scoped.transaction(async (tx) => ({ commit: true, answer: await work(tx) })),
      }),
    },
    notes: () => readResultNotes(scoped),
  }
}
