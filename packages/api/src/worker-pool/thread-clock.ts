import { threadId, type Worker } from 'node:worker_threads'

/** Maximum time between two checks of the CPU time of a thread. */
const MAX_STEP_MS = 1_000

/** A task may take this many times its limit of CPU time, because a busy machine gives its thread little of a core. */
const MAX_WAIT = 15

/** A cell in which the thread of a task writes its id, because the pool does not say which thread a task got. */
export type ThreadCell = SharedArrayBuffer

export const newThreadCell = (): ThreadCell => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)

/** Notes the thread in which a task begins. */
export function noteThread(cell: ThreadCell): void {
  new Int32Array(cell)[0] = threadId
}

/**
 * Calls `onLimit` when the thread of a task used more CPU time than its limit, so that a busy machine refuses what a quiet
 * one refuses, and nothing else. Node 22 does not know the CPU time of a thread, so there the clock counts.
 *
 * @returns a function that ends the watch.
 */
export function watchThread(
  cell: ThreadCell,
  threads: () => readonly Worker[],
  { seconds, onLimit }: { seconds: number; onLimit: () => void },
): () => void {
  const began = performance.now()
  let usedBefore: number | null = null
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const check = async () => {
    const waited = (performance.now() - began) / 1_000
    const used = await cpuSecondsOf(cell, threads)
    usedBefore ??= used
    // A task that has no thread yet, or whose thread has not answered, is limited by the clock alone.
    const ofTask = used === null || usedBefore === null ? null : used - usedBefore
    const isOver = ofTask === null ? hasNoClock(threads) && waited >= seconds : ofTask >= seconds
    if (isEnded) return
    if (isOver || waited >= seconds * MAX_WAIT) onLimit()
    else schedule()
  }
  const schedule = () => {
    timer = setTimeout(check, Math.min(MAX_STEP_MS, (seconds * 1_000) / 4))
    timer.unref()
  }
  schedule()
  return () => {
    isEnded = true
    clearTimeout(timer)
  }
}

/** CPU time of the thread of a task since the thread began; null where it is not known. */
async function cpuSecondsOf(cell: ThreadCell, threads: () => readonly Worker[]): Promise<number | null> {
  const id = new Int32Array(cell)[0] ?? 0
  const thread = id === 0 ? undefined : threads().find((one) => one.threadId === id)
  if (thread?.cpuUsage === undefined) return null
  try {
    const { user, system } = await thread.cpuUsage()
    return (user + system) / 1e6
  } catch {
    return null // The thread has ended.
  }
}

const hasNoClock = (threads: () => readonly Worker[]): boolean =>
  threads().some((thread) => thread.cpuUsage === undefined)
