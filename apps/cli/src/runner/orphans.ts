import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, isZombie, type ProcessMark } from './process-mark.ts'

/** The variable in the environment of a command and its children, by which they are found after the runner was killed. */
export const ATTEMPT_VARIABLE = 'ASSAY_ATTEMPT_ID'

const GRACE_MS = 3_000
const POLL_MS = 50

/**
 * Ends the processes of an attempt: the process groups that were recorded, and every process with the variable of the
 * attempt, also one that has left its group. SIGTERM comes first, then SIGKILL.
 *
 * @returns the number of processes that still ran.
 */
export async function endOrphans(
  attemptId: string,
  recorded: readonly ProcessMark[],
  graceMs = GRACE_MS,
): Promise<number> {
  const found = await findProcesses(attemptId, recorded)
  if (found.size === 0) return 0
  signal(found, 'SIGTERM')
  const until = performance.now() + graceMs
  let left = found
  while (left.size > 0 && performance.now() < until) {
    await sleep(POLL_MS)
    left = await findProcesses(attemptId, recorded)
  }
  // A process that was starting another one in the meantime is found by the next search.
  for (; left.size > 0; left = await findProcesses(attemptId, recorded)) {
    signal(left, 'SIGKILL')
    await sleep(POLL_MS)
  }
  return found.size
}

/** Ids of processes; a negative one is a process group, as for kill(2). */
async function findProcesses(attemptId: string, recorded: readonly ProcessMark[]): Promise<Set<number>> {
  const found = new Set<number>()
  // A command is the leader of its process group.
  for (const process of recorded) if (await isAlive(process)) found.add(-process.pid)
  const mark = `${ATTEMPT_VARIABLE}=${attemptId}`
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
    if (environment.split('\0').includes(mark) && !(await isZombie(name))) found.add(Number(name))
  }
  return found
}

function signal(processes: ReadonlySet<number>, name: NodeJS.Signals): void {
  for (const id of processes) {
    try {
      process.kill(id, name)
    } catch {
      // It ended in the meantime.
    }
  }
}
