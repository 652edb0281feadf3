import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Linux accepts one change in 100 ms from a user who is not root. */
const ATTEMPTS = 20
const PAUSE_MS = 110

/**
 * Lowers the priority of a process; it may end meanwhile. Linux may compare sessions instead of processes (autogroups),
 * and the process must be alone in its session.
 *
 * @param nice a larger value gives way to others.
 */
export async function giveWay(pid: number | undefined, nice: number): Promise<void> {
  if (nice === 0 || pid === undefined) return
  try {
    setPriority(pid, nice)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const isRefused = await writeFile(`/proc/${pid}/autogroup`, String(nice)).then(() => false, isTooSoon)
      if (!isRefused) return
      await sleep(PAUSE_MS * (1 + Math.random()))
    }
  } catch {
    // The process has ended, or belongs to another user; it then keeps its priority.
  }
}

/** Without this feature of Linux there is no such file, and the priority of the process counts. */
const isTooSoon = (error: NodeJS.ErrnoException): boolean => error.code === 'EAGAIN'
