import { compareFacts } from '@assay/domain/run/settings-diff'
import { PROJECT_TRAIL, readAudit } from './audit/read-audit.ts'
import type { Catalogues } from './catalogue/catalogues.ts'
import { mixingOf } from './catalogue/find-mixing.ts'
import { observe, observeEverything } from './catalogue/observe.ts'
import { vary } from './catalogue/vary.ts'
import { countLeftOut } from './cells/count-left-out.ts'
import { listCells } from './cells/list-cells.ts'
import { favouriteQueries } from './favourites/favourites.ts'
import { findingQueries } from './findings/findings.ts'
import { productSummaries, projectHome, versionSummaries } from './home.ts'
import type { AskSoon } from './jobs/ask-soon.ts'
import { metricList } from './metric-list.ts'
import { noiseQueries } from './noise/noise-queries.ts'
import { annotationQueries } from './notes/annotations.ts'
import { knownBugQueries } from './notes/known-bugs.ts'
import { readResultNotes } from './notes/result-notes.ts'
import { savedComparisonQueries } from './notes/saved-comparisons.ts'
import { messageQueries } from './notifications/message-queries.ts'
import { listenerQueries } from './notifications/spec-subscription-queries.ts'
import { pinQueries } from './pins/pins.ts'
import { profileQueries } from './profiles/profiles.ts'
import { reportQueries } from './reports/report-queries.ts'
import { findProvenance } from './runs/find-provenance.ts'
import { findRun } from './runs/find-run.ts'
import { findSamples } from './runs/find-samples.ts'
import { goneFileQueries } from './runs/gone-files.ts'
import { listRuns } from './runs/list-runs.ts'
import { removeRun } from './runs/remove-run.ts'
import { findReferences } from './runs/run-references.ts'
import type { Scoped } from './scope/scoped.ts'
import { searchEntries } from './search/search-entries.ts'
import { readSeries, readSeriesRuns } from './series/read-series.ts'
import { ruleQueries } from './series/rules.ts'
import { shareQueries } from './shares/share-queries.ts'
import { readerQueries } from './spec-guests/guest-link-queries.ts'
import { specLinkQueries } from './spec-links/spec-link-queries.ts'
import { specQueries } from './specs/spec-queries.ts'
import { attachmentQueries } from './things/attachments.ts'
import { buildQueries } from './things/builds.ts'
import { configQueries } from './things/configs.ts'
import { hardwareQueries } from './things/hardware.ts'
import type { ProjectQueries } from './types.ts'
import type { KnownRows } from './upload/known-rows.ts'
import { checkUpload, uploadRun } from './upload/upload-run.ts'
import { validityQueries } from './validity/validity-queries.ts'

/** What a process keeps beside the database. */
type Shared = { known: KnownRows; catalogues: Catalogues; asking: AskSoon }

/**
 * Every question about one project. Each statement below it has the project as its first value; that it sees no other
 * one does not depend on it.
 */
export function projectQueries(scoped: Scoped, { known, catalogues, asking }: Shared): ProjectQueries {
  const { projectId } = scoped
  const hardware = hardwareQueries(scoped, catalogues)
  const askAbout = (product: string) => asking.ask('find-changes', { projectId, product }, `${projectId} ${product}`)
  const askAboutRun = async (runId: string) => {
    const run = (await catalogues.fresh(projectId)).run(runId)
    if (run !== undefined) askAbout(run.build.product)
  }
  return {
    async home() {
      const machines = await hardware.list()
      return projectHome(await catalogues.fresh(projectId), machines)
    },
    runs: {
      async upload(upload) {
        const stored = await uploadRun(scoped, known, upload)
        if (stored.ok && stored.value.status === 'stored') askAbout(upload.document.product)
        return stored
      },
      checkUpload: (upload) => checkUpload(scoped, known, upload),
      find: (runId) => findRun(scoped, catalogues, runId),
      provenance: (query) => findProvenance(scoped, catalogues, query),
      references: (runId) => findReferences(scoped, catalogues, runId),
      async remove(runId) {
        const removed = await removeRun(scoped, runId)
        if (removed === null) return false
        askAbout(removed.product)
        asking.ask('remove-files', { projectId }, `${projectId} files`)
        return true
      },
      list: async (query) => listRuns(await catalogues.fresh(projectId), query),
      async diffFacts({ a, b }) {
        const [runA, runB] = await Promise.all([findRun(scoped, catalogues, a), findRun(scoped, catalogues, b)])
        return runA && runB && compareFacts(runA, runB)
      },
    },
    goneFiles: goneFileQueries(scoped),
    validity: validityQueries(scoped, catalogues, askAboutRun),
    noise: noiseQueries(scoped, catalogues),
    cells: {
      list: (query) => listCells(scoped, catalogues, query),
      leftOut: async (query) => countLeftOut(await catalogues.fresh(scoped.projectId), query),
    },
    dimensions: {
      async observed({ filters, allSteps }) {
        const catalogue = await catalogues.fresh(projectId)
        const isEverything = !allSteps && Object.keys(filters).length === 0
        return isEverything ? observeEverything(catalogue) : observe(catalogue, filters, allSteps)
      },
      varying: async () => vary(await catalogues.fresh(projectId)),
      mixing: async (asked) => {
        const catalogue = await catalogues.fresh(projectId)
        return asked.map((query) => mixingOf(catalogue, query))
      },
    },
    samples: { forResult: (resultId) => findSamples(scoped, resultId) },
    attachments: attachmentQueries(scoped),
    profiles: profileQueries(scoped),
    favourites: favouriteQueries(scoped),
    findings: findingQueries(scoped, catalogues),
    messages: messageQueries(scoped),
    shares: shareQueries(scoped),
    series: {
      read: (query) => readSeries(scoped, catalogues, query),
      runs: (ids) => readSeriesRuns(scoped, catalogues, ids, { withCommits: true }),
    },
    rules: ruleQueries(scoped),
    pins: pinQueries(scoped),
    search: async () => searchEntries(await catalogues.fresh(projectId)),
    metrics: { list: async () => metricList(await catalogues.fresh(projectId)) },
    products: { list: async () => productSummaries(await catalogues.fresh(projectId)) },
    versions: {
      async list(product) {
        const versions = versionSummaries(await catalogues.fresh(projectId))
        return product === undefined ? versions : versions.filter((version) => version.product === product)
      },
    },
    builds: buildQueries(scoped, catalogues),
    configs: configQueries(scoped, catalogues),
    hardware,
    knownBugs: knownBugQueries(scoped),
    annotations: annotationQueries(scoped),
    savedComparisons: savedComparisonQueries(scoped),
    reports: reportQueries(scoped),
    specs: specQueries(scoped),
    readers: readerQueries(scoped),
    listeners: listenerQueries(scoped),
    specLinks: specLinkQueries(scoped),
    audit: { list: (query) => readAudit(scoped, PROJECT_TRAIL, projectId, query) },
    notes: () => readResultNotes(scoped),
  }
}
