import { EventEmitter } from 'node:events'
import { Logger, type LogLevel, run, runMigrations, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import { z } from 'zod'
import type { Connection } from '../connection.ts'
import { readRows } from '../scope/statements.ts'
import type { Clockwork, Jobs, JobTasks } from '../types.ts'
import { releaseJobsOfLostWorkers, startHeartbeat } from './worker-heartbeat.ts'

/** Polling interval for jobs that were queued while no worker listened; LISTEN delivers all others at once. */
const POLL_MS = 2_000

/** Interval of the check for jobs of lost workers. */
const LOST_WORKERS_CHECK_MS = 3_000

/** Prints only errors, which are failed jobs. The queue retries them with growing delays. */
const logger = new Logger(() => (level: LogLevel, message: string) => {
  if (level === 'error') console.error(`jobs         ${message}`)
})

/** True when a job of these names could run that nobody runs. */
const FREE_JOB = `
  select exists (select from graphile_worker.jobs
    where task_identifier = any($1) and locked_at is null and attempts < max_attempts and run_at <= now()) as free`

/** The job queue in the database. Any process may queue a job; a free worker processes it, effectively once. */
export function jobQueue({ ownerPool: pool, jobDebouncer }: Pick<Connection, 'ownerPool' | 'jobDebouncer'>): Jobs {
  // The packages depend on patch versions of pg with different types; the pool is the same object.
  const options = { pgPool: pool, logger, noHandleSignals: true }
  const isOneFree = async (names: readonly string[]) => {
    const [row] = await readRows(pool, z.object({ free: z.boolean() }), FREE_JOB, [names])
    return row?.free === true
  }
  return {
    prepare: () => runMigrations(options),
    async enqueue(name, payload, key) {
      await runMigrations(options)
      await pool.query('select ask_for_job($1, $2, $3)', [name, JSON.stringify(payload), key])
    },
    async work(tasks, { concurrency, clockwork = {}, pollMs = POLL_MS }) {
      const crontab = asCrontab(clockwork)
      // The emitter type of graphile-worker describes an EventEmitter with typed events.
      const events = new EventEmitter() as WorkerEvents
      const heartbeats: { stop(): void }[] = []
      events.on('pool:create', ({ workerPool }) => heartbeats.push(startHeartbeat(pool, workerPool.id)))
      const runner = await run({
        ...options,
        ...{ events, concurrency, crontab },
        pollInterval: pollMs,
        taskList: asTaskList(tasks),
      })
      const release = () => void releaseJobsOfLostWorkers(pool).catch(() => undefined)
      const check = setInterval(release, LOST_WORKERS_CHECK_MS).unref()
      return {
        async stop() {
          clearInterval(check)
          await runner.stop()
          for (const heartbeat of heartbeats) heartbeat.stop()
        },
      }
    },
    async areWaiting() {
      const rows = await readRows(
        pool,
        z.object({ waits: z.boolean() }),
        'select exists (select from graphile_worker.jobs where attempts < max_attempts) as waits',
      )
      return rows[0]?.waits === true
    },
    async areDue(names) {
      const rows = await readRows(
        pool,
        z.object({ due: z.boolean() }),
        `select exists (select from graphile_worker.jobs
           where task_identifier = any($1) and attempts < max_attempts and run_at <= now()) as due`,
        [names],
      )
      return rows[0]?.due === true
    },
    async runPending(tasks) {
      await jobDebouncer.flush()
      // The library looks for the next job before it has freed the queue of the last one, and then finds none.
      const taskList = asTaskList(tasks)
      do await runOnce({ ...options, taskList })
      while (await isOneFree(Object.keys(taskList)))
    },
  }
}

/** Runs that were missed while no worker was running are skipped; the next run does the work. */
const asCrontab = (clockwork: Clockwork): string =>
  Object.entries(clockwork)
    .map(([name, when]) => `${when} ${name} ?max=1`)
    .join('\n')

/** Names of jobs that an earlier release may have queued, with their present names. */
const FORMER_NAMES: Readonly<Record<string, keyof JobTasks>> = { 'tend-messages': 'process-outbox' }

function asTaskList(tasks: Partial<JobTasks>): TaskList {
  // The payload was stored by `enqueue` under the same job name, so it has the parameter type of that job.
  const list: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as never)]),
  )
  for (const [former, name] of Object.entries(FORMER_NAMES)) {
    const task = list[name]
    if (task !== undefined) list[former] = task
  }
  return list
}
