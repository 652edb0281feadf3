import { readdir, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../stop.ts'

/** A lock without a heartbeat for this time is released, because its process was killed. */
const LOCK_STALE_MS = 10_000

/**
 * Takes the lock of one spool file, so that two CLIs do not send it at the same time; null when another holds it. Were
 * a lock ever lost, the run would be sent twice, which the server answers with the same receipt.
 *
 * @returns the release.
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
        // Lost to a CLI that took us for dead; there is nothing left to release.
        if (systemCode(cause) !== 'ERELEASED' && systemCode(cause) !== 'ENOTACQUIRED') throw cause
      }
    }
  } catch (cause) {
    if (systemCode(cause) === 'ELOCKED') return null
    throw cause
  }
}

/** Removes locks of dead processes, which would otherwise pile up. */
export async function removeStaleLocks(locks: string, now: number): Promise<void> {
  for (const name of await readdir(locks)) {
    const path = join(locks, name)
    try {
      const { mtimeMs } = await stat(path)
      // Much older than stale, so that no other process can be taking it over at this moment.
      if (now - mtimeMs > 10 * LOCK_STALE_MS) await rmdir(path)
    } catch (cause) {
      if (systemCode(cause) !== 'ENOENT') throw cause
    }
  }
}
