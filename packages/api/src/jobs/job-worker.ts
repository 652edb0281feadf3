import { setTimeout } from 'node:timers/promises'
import { scopeOf } from '@assay/db/open'
import type { JobTasks } from '@assay/db/types'
import { erasedWithFiles, removeFiles } from '../attachments/remove-files.ts'
import { chainAuditLogs } from '../audit/chain-audit-logs.ts'
import { BULK_PAIRS, detectRegressions, listProducts } from '../findings/detect-regressions.ts'
import { deliverMessage } from '../notifications/deliver-message.ts'
import { processOutbox, releaseConfirmed } from '../notifications/process-outbox.ts'
import { log } from '../observability/log.ts'
import { traced } from '../observability/tracing.ts'
import { applyRetention } from '../retention/apply-retention.ts'
import { advanceAllPlans } from '../run-requests/advance-plan.ts'
import { startEngines } from '../run-requests/start-engines.ts'
import type { Services } from '../services.ts'

/** Pause after a scan, as a multiple of its duration. */
const PAUSE_FACTOR = 3
const MAX_PAUSE_MS = 200
const MAX_BULK_PAUSE_MS = 10_000
const QUEUE_ALL_MS = 2 * 60_000
/** Deliveries at once; those of one project are at most two (the function `ask_for_job` of the database). */
const MAX_CONCURRENT_DELIVERIES = 8
const EVERY_MINUTE = '* * * * *'
const EVERY_NIGHT = '17 3 * * *'

/**
 * Tasks of the background worker: regression scans, delivery of webhooks and mails, clean-up of messages and files, hash
 * chains of audit logs. Any number of workers may run, on any number of machines.
 */
export const workerTasks = (services: Services): JobTasks =>
  withTraces({
    'find-changes': async (payload) => {
      const began = performance.now()
      const { left, touched } = await detectRegressions(services, payload)
      if (left) await services.db.jobs.enqueue('find-changes', payload, `${payload.projectId} ${payload.product}`)
      await releaseConfirmed(services, payload.projectId)
      // During a bulk upload scans take a quarter of the time at most; otherwise the next upload is scanned soon.
      const took = performance.now() - began
      await setTimeout(Math.min(PAUSE_FACTOR * took, touched > BULK_PAIRS ? MAX_BULK_PAUSE_MS : MAX_PAUSE_MS))
    },
    deliver: (payload) => deliverMessage(services, payload),
    'process-outbox': () => processOutbox(services),
    'remove-files': (payload) => removeFiles(services, payload),
    'chain-audit-logs': () => chainAuditLogs(services),
    'apply-retention': () => applyRetention(services),
    'advance-plans': async () => {
      await advanceAllPlans(services)
      await startEngines(services)
    },
  })

/** Each job has a span when traces are on. */
function withTraces(tasks: JobTasks): JobTasks {
  const traces = <Name extends keyof JobTasks>(name: Name): JobTasks[Name] =>
    // A job has one payload, whose type the compiler does not relate to its name here.
    ((payload: never) => traced(`job ${name}`, { 'assay.job': name }, () => tasks[name](payload))) as JobTasks[Name]
  return {
    'find-changes': traces('find-changes'),
    deliver: traces('deliver'),
    'process-outbox': traces('process-outbox'),
    'remove-files': traces('remove-files'),
    'chain-audit-logs': traces('chain-audit-logs'),
    'apply-retention': traces('apply-retention'),
    'advance-plans': traces('advance-plans'),
  }
}

type Worker = { stop(): Promise<void> }

/** Jobs that compute for long, in a process that runs only while there are any. */
export const LONG_JOBS = ['find-changes', 'remove-files'] as const satisfies readonly (keyof JobTasks)[]

/** Starts a worker for all jobs, as `npm run worker` does. */
export async function startWorker(services: Services): Promise<Worker> {
  const workers = await Promise.all([startLongJobs(services), startShortJobs(services)])
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

/**
 * Starts a worker for scans and removed files. At the start and at intervals it queues a scan of every product, because
 * a process may be killed after it stored an upload and before it queued the scan. A scan without new results costs a
 * few statements.
 */
export async function startLongJobs(services: Services): Promise<Worker> {
  const tasks = workerTasks(services)
  const worker = await services.db.jobs.work(
    { 'find-changes': tasks['find-changes'], 'remove-files': tasks['remove-files'] } satisfies LongTasks,
    { concurrency: 1 },
  )
  await sealResolvedSpecs(services)
  await queueAll(services)
  const interval = setInterval(() => void queueAll(services).catch(() => undefined), QUEUE_ALL_MS).unref()
  return {
    async stop() {
      clearInterval(interval)
      await worker.stop()
    },
  }
}

/** Seals the specs that were resolved before this server could seal. A spec that cannot be sealed stops no other job. */
async function sealResolvedSpecs(services: Services): Promise<void> {
  for (const project of await services.db.projects.list()) {
    await services.db
      .in(scopeOf(project))
      .specs.sealResolved(services.now())
      .catch((err: unknown) => {
        log.error({ component: 'specs', err, project: project.slug }, 'resolved specs could not be sealed')
      })
  }
}

type LongTasks = Pick<JobTasks, (typeof LONG_JOBS)[number]>

/**
 * Starts a worker for jobs that mostly wait for others: notifications, hash chains of audit logs, and the schedule.
 * Notifications are sent independently of scans, and slow receivers of one project do not delay those of others.
 */
export function startShortJobs(services: Services): Promise<Worker> {
  const { 'find-changes': _scan, 'remove-files': _remove, ...tasks } = workerTasks(services)
  return services.db.jobs.work(tasks, {
    concurrency: MAX_CONCURRENT_DELIVERIES,
    clockwork: {
      ...{ 'process-outbox': EVERY_MINUTE, 'chain-audit-logs': EVERY_MINUTE, 'advance-plans': EVERY_MINUTE },
      'apply-retention': EVERY_NIGHT,
    },
  })
}

async function queueAll(services: Services): Promise<void> {
  const enqueue = (projectId: string) => services.db.jobs.enqueue('remove-files', { projectId }, `${projectId} files`)
  for (const id of await erasedWithFiles(services)) await enqueue(id)
  for (const project of await services.db.projects.list()) {
    const { id } = project
    if ((await services.db.in(scopeOf(project)).removedFiles.waiting()).length > 0) await enqueue(id)
    for (const product of await listProducts(services, id)) {
      await services.db.jobs.enqueue('find-changes', { projectId: id, product }, `${id} ${product}`)
    }
  }
}
