// The file that worker threads load.

import { noteThread, type ThreadCell } from './thread-clock.ts'
import { runTask, type TaskInput } from './worker-pool.ts'
import type { TaskName } from './worker-tasks.ts'

/** Runs one task of the pool. */
// biome-ignore lint/style/noDefaultExport: the pool calls the default export of its file
export default <N extends TaskName>({ name, input, cell }: { name: N; input: TaskInput<N>; cell: ThreadCell }) => {
  noteThread(cell)
  return runTask(name, input)
}
