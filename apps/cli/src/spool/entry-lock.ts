import { readdir, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../stop.ts'

/** A lock without a heartbeat for this time is released, because its process was killed. */
const LOCK_STALE_MS = 10_000

/**
 * Takes the lock of one spool file, so that two CLIs do not send it at the same time; null when another holds it. If a
 * lock were lost, the run would be sent twice, and the server would respond with the same receipt.
 *
 * @returns a function that releases the lock.
 */
export async function tryLock(locks: string, name: string): Promise<(() => Promise<void>) | null> {
  // Imported lazily, because the module installs signal handlers, and before the first lock Ctrl-C should end the
  // process immediately.
  const { lock } = await import('proper-lockfile')
  try {
    const release = await lock(join(locks, name), {
      lockfilePath: join(locks, `${name}.lock`),
      realpath: false,
      stale: LOCK_STALE_MS,
      onCompromised: () => undefined,
    })
    return async () => {
      try {
        await release()
      } catch (cause) {
        // Another CLI took over the lock because this process seemed dead, so there is nothing to release.
        if (systemCode(cause) !== 'ERELEASED' && systemCode(cause) !== 'ENOTACQUIRED') throw cause
      }
    }
  } catch (cause) {
    if (systemCode(cause) === 'ELOCKED') return null
    throw cause
  }
}

/** Removes locks of dead processes, which would otherwise accumulate. */
export async function removeStaleLocks(locks: string, now: number): Promise<void> {
  for (const name of await readdir(locks)) {
    const path = join(locks, name)
    try {
      const { mtimeMs } = await stat(path)
      // Much older than the stale limit, so that no other process can be taking it over at this moment.
      if (now - mtimeMs > 10 * LOCK_STALE_MS) await rmdir(path)
    } catch (cause) {
      if (systemCode(cause) !== 'ENOENT') throw cause
    }
  }
}
