import { checkHealth } from '@assay/api/health/check-health'
import { LONG_JOBS } from '@assay/api/jobs/job-worker'
import type { Services } from '@assay/api/services'
import type { ProcessMessage } from './report-ready.ts'

/**
 * Returns the report of the process for pages: the health of the server, and whether the process for jobs has to start.
 * The first report of a process says that it has to, because an earlier process may have been killed before it queued a
 * job.
 */
export function serverReport(services: Services): () => Promise<ProcessMessage> {
  let isFirst = true
  return async () => {
    const health = await checkHealth(services)
    const jobsAreDue = isFirst || (health.ready && (await services.db.jobs.areDue(LONG_JOBS)))
    isFirst = false
    return { health, jobsAreDue }
  }
}
