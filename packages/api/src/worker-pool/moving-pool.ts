import { moveIfPossible } from '../http/move-request.ts'
import type { TaskInput, TaskOptions, WorkerPool } from './worker-pool.ts'
import type { TaskName } from './worker-tasks.ts'

/** Short texts, whose input and output are short as well; their callers move long ones (`moveIfLong`). */
const NOT_MOVED: ReadonlySet<TaskName> = new Set<TaskName>([
  'draw-diagram',
  'redact-file',
  'export-spec',
  'export-report',
])

/**
 * A pool that first moves the request to the process for heavy requests, where that is possible: sending the input of a
 * task to a thread, and rendering its output, take time of the event loop as well.
 */
export function movingPool(pool: WorkerPool): WorkerPool {
  return {
    async run<N extends TaskName>(name: N, input: TaskInput<N>, options: TaskOptions) {
      if (options.isSmall !== true && !NOT_MOVED.has(name)) await moveIfPossible()
      return pool.run(name, input, options)
    },
    close: () => pool.close(),
  }
}
