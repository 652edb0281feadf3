import { openThreadPool, type Task } from './thread-pool.ts'
import { INLINE_POOL, type TaskInput, type TaskOptions, type TaskResult, type WorkerPool } from './worker-pool.ts'
import { TASK_LIMITS, type TaskName } from './worker-tasks.ts'

/** The pool of a server: worker threads with limits of time and memory. */
export function openWorkerPool(): WorkerPool {
  const threads = openThreadPool(new URL('./pool-thread.ts', import.meta.url))
  return {
    async run<N extends TaskName>(name: N, input: TaskInput<N>, options: TaskOptions) {
      if (options.isSmall === true) return INLINE_POOL.run(name, input, options)
      const { key, signal } = options
      const task: Task = { name, input, limit: TASK_LIMITS[name], key, signal }
      // A thread runs the same function as `runTask`, and its output is copied.
      return (await threads.run(task)) as TaskResult<N>
    },
    close: () => threads.close(),
  }
}
