import { EventEmitter } from 'node:events'
import { Logger, type LogLevel, run, runMigrations, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Connection } from '../connection.ts'
import type { Clockwork, Jobs, JobTasks } from '../types.ts'
import { freeJobsOfTheDead, giveSignOfLife } from './sign-of-life.ts'

/** LISTEN brings jobs at once; this is for those that were asked for while nobody listened. */
const POLL_MS = 2_000

/** So long a job of a worker that was killed waits at most. */
const SWEEP_MS = 3_000

/** Only what a person must know: a job that failed. It is tried again by itself, later and later. */
const logger = new Logger(() => (level: LogLevel, message: string) => {
  if (level === 'error') console.error(`jobs         ${message}`)
})

/** The queue in the database: asked for by anybody, done once in effect by whichever worker comes first. */
export function jobQueue({ pool, asking }: Pick<Connection, 'pool' | 'asking'>): Jobs {
  // The types of pg differ by a patch between packages; it is one pool.
  const options = { pgPool: pool, logger, noHandleSignals: true }
  return {
    prepare: () => runMigrations(options),
    async ask(name, payload, key) {
      await runMigrations(options)
      await pool.query('select ask_for_job($1, $2, $3)', [name, JSON.stringify(payload), key])
    },
    async work(tasks, { concurrency, clockwork = {}, pollMs = POLL_MS }) {
      const crontab = asCrontab(clockwork)
      // Typed as the emitter of graphile-worker, which is one.
      const events = new EventEmitter() as WorkerEvents
      const signs: { stop(): void }[] = []
      events.on('pool:create', ({ workerPool }) => signs.push(giveSignOfLife(pool, workerPool.id)))
      const runner = await run({
        ...options,
        ...{ events, concurrency, crontab },
        pollInterval: pollMs,
        taskList: asTaskList(tasks),
      })
      const sweep = setInterval(() => void freeJobsOfTheDead(pool).catch(() => undefined), SWEEP_MS).unref()
      return {
        async stop() {
          clearInterval(sweep)
          await runner.stop()
          for (const sign of signs) sign.stop()
        },
      }
    },
    async areWaiting() {
      const { rows } = await pool.query<{ waits: boolean }>(
        'select exists (select from graphile_worker.jobs where attempts < max_attempts) as waits',
      )
      return rows[0]?.waits === true
    },
    async workOff(tasks) {
      await asking.flush()
      await runOnce({ ...options, taskList: asTaskList(tasks) })
    },
  }
}

/** What was missed while nobody worked is done once, by the next turn; nothing is made up for. */
const asCrontab = (clockwork: Clockwork): string =>
  Object.entries(clockwork)
    .map(([name, when]) => `${when} ${name} ?max=1`)
    .join('\n')

function asTaskList(tasks: Partial<JobTasks>): TaskList {
  // A payload is what `ask` stored under the same name.
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as never)]),
  )
}
