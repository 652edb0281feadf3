import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** A process, so that another one that got its id later is not taken for it. */
export const ProcessMark = z.object({
  pid: z.int(),
  /** Clock ticks from the start of the system to that of the process; null on systems without /proc. */
  startTime: z.string().nullable(),
})
export type ProcessMark = z.infer<typeof ProcessMark>

export async function markOf(pid: number): Promise<ProcessMark> {
  return { pid, startTime: await startTimeOf(pid) }
}

/** True while this very process runs. */
export async function isAlive({ pid, startTime }: ProcessMark): Promise<boolean> {
  if (startTime !== null) return (await startTimeOf(pid)) === startTime
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** True for a process that has ended and is not yet forgotten by its parent. */
export const isZombie = async (pid: string): Promise<boolean> => (await statFields(pid))?.[0] === 'Z'

async function startTimeOf(pid: number): Promise<string | null> {
  const fields = await statFields(String(pid))
  return fields === null || fields[0] === 'Z' ? null : (fields[19] ?? null)
}

/** The fields of /proc/PID/stat after the name of the program, which may contain spaces. */
async function statFields(pid: string): Promise<string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}
