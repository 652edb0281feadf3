import { availableParallelism } from 'node:os'
import { err, ok, type Result } from '@assay/domain/result'
import { Piscina } from 'piscina'
import { type AppError, appError } from '../errors.ts'
import { FairQueue, QueueFull } from './fair-queue.ts'
import { newThreadCell, watchThread } from './thread-clock.ts'

/** Maximum heap of one thread. The bytes of an upload and of a generated file are not part of the heap. */
const MAX_HEAP_MB = 1_024
/** Idle time after which a thread ends. Starting one costs about half a second, and keeping it about 60 MB. */
const IDLE_MS = 30_000
/** Minimum number of threads, so that one long task does not delay all others. */
const MIN_THREADS = 2
const MAX_WAITING_TASKS = 16
/** Lowers the priority of the threads below that of the threads that answer requests. */
const NICE = 10

/** Limit of CPU time of a task, and the wording of its refusal. */
export type TaskLimit = {
  seconds: number
  /** Subject of the error: `Parsing this upload`. */
  what: string
  /** The next step for the user. */
  advice: string
}

/** A task of the worker file. */
export type Task = {
  name: string
  input: unknown
  limit: TaskLimit
  /** The owner of the task; tasks of different owners take turns. */
  key: string
  /** Ends the task when nobody waits for its result any more. */
  signal?: AbortSignal | undefined
}

type ThreadPool = {
  run(task: Task): Promise<Result<unknown, AppError>>
  close(): Promise<void>
}

/**
 * Threads that run the tasks of a file with limits of time and memory. A thread starts with the first task that needs
 * it and ends after an idle time, or when a task exceeds a limit; the other threads and the event loop continue.
 *
 * Errors: `too-heavy` for a task over a limit, `too-many-requests` when too many tasks of its key wait.
 */
export function openThreadPool(file: URL, { maxHeapMb = MAX_HEAP_MB } = {}): ThreadPool {
  const threads = Math.max(MIN_THREADS, availableParallelism() - 1)
  const pool = new Piscina({
    filename: file.href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    recordTiming: false,
    // A thread that waits for its next task by Atomics.wait would keep the input of the last one in memory meanwhile.
    atomics: 'disabled',
    // A thread needs neither the secrets of the environment nor the modules that were preloaded for the server.
    env: {},
    execArgv: [],
  })
  // A slot is left for the tasks of other owners, however long those of one take.
  const queue = new FairQueue(threads, MAX_WAITING_TASKS, threads - 1)
  return {
    async run({ name, input, limit, key, signal }) {
      try {
        return ok(await queue.run(key, () => runWithin(pool, { name, input }, limit, signal), signal))
      } catch (cause) {
        return err(signal?.aborted === true ? CANCELED : refusal(cause, limit, maxHeapMb))
      }
    },
    close: () => pool.close({ force: true }),
  }
}

/** The sender has disconnected, so nobody reads this error. */
const CANCELED = appError('body-malformed', 'The request was canceled by its sender.')

class TookTooLong extends Error {}

async function runWithin(
  pool: Piscina,
  task: Pick<Task, 'name' | 'input'>,
  { seconds }: TaskLimit,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const controller = new AbortController()
  const cell = newThreadCell()
  const endWatch = watchThread(cell, () => pool.threads, {
    seconds,
    onLimit: () => controller.abort(new TookTooLong()),
  })
  const signals = signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal])
  try {
    return await pool.run({ ...task, cell }, { signal: signals })
  } catch (cause) {
    throw controller.signal.aborted ? controller.signal.reason : cause
  } finally {
    endWatch()
  }
}

/** @throws the cause, when it is neither a limit nor a full queue */
function refusal(cause: unknown, { seconds, what, advice }: TaskLimit, maxHeapMb: number): AppError {
  if (cause instanceof QueueFull) {
    return appError('too-many-requests', `${what} has to wait for too many others of this project. Try again later.`)
  }
  if (cause instanceof TookTooLong) {
    return appError('too-heavy', `${what} takes more than ${seconds} s of CPU time, which is the limit. ${advice}`)
  }
  if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return appError('too-heavy', `${what} needs more than ${maxHeapMb} MB of memory, which is the limit. ${advice}`)
  }
  throw cause
}
