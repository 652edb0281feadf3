import { compareFacts } from '@assay/domain/run/settings-diff'
import type { ProjectChange } from '../../events/event-types.ts'
import type { JobDebouncer } from '../../jobs/job-debouncer.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ProjectQueries } from '../../types.ts'
import type { RunIndexCache } from '../run-index/run-index-cache.ts'
import type { KnownRows } from '../upload/known-rows.ts'
import { checkUpload, uploadRun } from '../upload/upload-transaction.ts'
import { removeRun } from './delete-run.ts'
import { findProvenance } from './find-provenance.ts'
import { findRun } from './find-run.ts'
import { findRunsAtCommit } from './find-runs-at-commit.ts'
import { listRuns } from './list-runs.ts'
import { findReferences } from './run-references.ts'

type Shared = {
  known: KnownRows
  uploads: { storedValues: number }
  runIndexes: RunIndexCache
  jobDebouncer: JobDebouncer
  /** Queues a scan for changes of a product. */
  requestScan: (product: string) => void
  notify: (change: ProjectChange) => void
}

/** Queries of runs. An upload and a removal queue the jobs that follow from them. */
export function runQueries(
  scoped: TenantScope,
  { known, uploads, runIndexes, jobDebouncer, requestScan, notify }: Shared,
): ProjectQueries['runs'] {
  const { projectId } = scoped
  return {
    async upload(upload) {
      const stored = await uploadRun(scoped, known, upload)
      if (stored.ok && stored.value.status === 'stored') {
        requestScan(upload.document.product)
        notify('run-stored')
        for (const { values } of upload.document.results) uploads.storedValues += values.length
      }
      return stored
    },
    checkUpload: (upload) => checkUpload(scoped, known, upload),
    find: (runId) => findRun(scoped, runIndexes, runId),
    provenance: (query) => findProvenance(scoped, runIndexes, query),
    references: (runId) => findReferences(scoped, runIndexes, runId),
    async remove(runId) {
      const removed = await removeRun(scoped, runId)
      if (removed === null) return false
      requestScan(removed.product)
      notify('run-removed')
      jobDebouncer.request('remove-files', { projectId }, `${projectId} files`)
      return true
    },
    atNearestCommit: async (query) => findRunsAtCommit(await runIndexes.fresh(projectId), query),
    list: async (query) => listRuns(await runIndexes.fresh(projectId), query),
    async diffFacts({ a, b }) {
      const [runA, runB] = await Promise.all([findRun(scoped, runIndexes, a), findRun(scoped, runIndexes, b)])
      return runA && runB && compareFacts(runA, runB)
    },
  }
}
