// npm run worker: runs scans and sends notifications, on any machine that can reach the database of the servers. Any
// number of workers may run. `npm start` runs one for long jobs with --role=jobs, which ends while there are none.

import { checkHealth } from '@assay/api/health/check-health'
import { LONG_JOBS, startLongJobs, startWorker } from '@assay/api/jobs/job-worker'
import { captureConsole } from '@assay/api/observability/log'
import { startTracing, stopTracing } from '@assay/api/observability/tracing'
import { openServices } from '@assay/api/open-services'
import { watchParent } from '../lib/bootstrap/watch-parent.mjs'
import { formatError, PlainError } from '../lib/plain-error.ts'
import { makeDataDirectory } from '../lib/postgres/data-directory.ts'
import { judgeOlderRuns } from '../serve/judge-older-runs.ts'
import { lowerSessions } from '../serve/lower-sessions.ts'
import { reportReady, sendToParent } from '../serve/report-ready.ts'
import { loadDotEnv, readSettings } from '../start/settings.ts'
import { untilIdle } from './until-idle.ts'

try {
  loadDotEnv()
  captureConsole()
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir, publicUrl, port } = settings
  if (databaseUrl === undefined) {
    throw new PlainError('A worker needs DATABASE_URL, the database of the servers that it works for.')
  }
  makeDataDirectory(dataDir)
  await startTracing(process.env, 'jobs')
  const services = openServices({
    ...settings,
    databaseUrl,
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    onSession: lowerSessions(),
  })
  const readiness = await checkHealth(services)
  if (!readiness.ready) throw new PlainError(readiness.reason)
  const isOnDemand = process.argv.includes('--role=jobs')
  const worker = await (isOnDemand ? startLongJobs(services) : startWorker(services))
  console.log('worker       at work; Ctrl-C stops it')
  void reportReady()
  const judging = judgeOlderRuns(services.db)
  const stop = () =>
    void worker
      .stop()
      .then(() => services.db.close())
      .then(stopTracing)
      .then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  watchParent(stop)
  if (isOnDemand) {
    await judging
    await untilIdle(() => services.db.jobs.areDue(LONG_JOBS))
    sendToParent({ isIdle: true })
    stop()
  }
} catch (error) {
  console.error(formatError(error))
  process.exit(1)
}
