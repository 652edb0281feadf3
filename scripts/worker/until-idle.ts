import { setTimeout as sleep } from 'node:timers/promises'

const CHECK_MS = 2_000
/** Checks without a job, one after the other, before the process is idle: a minute, because starting it costs a second. */
const MAX_IDLE_CHECKS = 30

/** Resolves when no job was due at many checks in a row. A check that fails counts as one with a job. */
export async function untilIdle(
  areDue: () => Promise<boolean>,
  pause: () => Promise<unknown> = () => sleep(CHECK_MS),
): Promise<void> {
  let idle = 0
  while (idle < MAX_IDLE_CHECKS) {
    await pause()
    const due = await areDue().catch(() => true)
    idle = due ? 0 : idle + 1
  }
}
