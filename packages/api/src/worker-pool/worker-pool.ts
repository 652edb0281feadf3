import { ok, type Result } from '@assay/domain/result'
import type { AppError } from '../errors.ts'
import { type TaskName, WORKER_TASKS, type WorkerTasks } from './worker-tasks.ts'

export type TaskInput<N extends TaskName> = Parameters<WorkerTasks[N]>[0]
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<WorkerTasks[N]>>

export type TaskResult<N extends TaskName> = Result<TaskOutput<N>, AppError>

export type TaskOptions = {
  /** The owner of the task, such as the id of a project. */
  key: string
  /** True for input so small that running it here is faster than sending it to a thread. */
  isSmall?: boolean
  signal?: AbortSignal | undefined
}

/** Runs heavy work away from the event loop. */
export type WorkerPool = {
  /** Errors: `too-heavy` for work over a limit, `too-many-requests` when too much work of the same key waits. */
  run<N extends TaskName>(name: N, input: TaskInput<N>, options: TaskOptions): Promise<TaskResult<N>>
  close(): Promise<void>
}

/** Runs the work on the event loop; for tests, and for programs without other requests. */
export const INLINE_POOL: WorkerPool = {
  run: async (name, input) => ok(await runTask(name, input)),
  close: async () => undefined,
}

export async function runTask<N extends TaskName>(name: N, input: TaskInput<N>): Promise<TaskOutput<N>> {
  // TypeScript does not see that the task and its input have the same name.
  const task = WORKER_TASKS[name] as (input: TaskInput<N>) => Promise<TaskOutput<N>>
  return task(input)
}
