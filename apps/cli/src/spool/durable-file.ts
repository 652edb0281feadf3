import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../stop.ts'

/** Called at each point where the process may die; tests kill it there. */
export type CrashPoint = (step: string) => void

const ABANDONED_MS = 60 * 60 * 1000

/**
 * Writes a file atomically, also against kill -9 or loss of power: it is written under a temporary name, flushed and
 * renamed, and the directory is flushed too. Replaces a file of that name.
 *
 * @param temporary a directory on the same file system as `directory`.
 * @param name called once the content is written, because the name may depend on it.
 * @returns the name.
 */
export async function writeDurably(
  { directory, name, temporary }: { directory: string; name: () => string; temporary: string },
  content: AsyncIterable<Uint8Array> | Uint8Array,
  at: CrashPoint,
): Promise<string> {
  const draft = join(temporary, randomUUID())
  let finalName: string
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      at('draft opened')
      await file.writeFile(content)
      at('draft written')
      await file.sync()
    } finally {
      await file.close()
    }
    at('draft flushed')
    finalName = name()
    await rename(draft, join(directory, finalName))
  } catch (cause) {
    await rm(draft, { force: true }) // Frees the space on a full disk.
    throw cause
  }
  at('renamed')
  await syncDirectory(directory)
  at('directory flushed')
  return finalName
}

/** Renames within the spool; false when another process has already moved the file. */
export async function moveDurably(name: string, { from, to }: { from: string; to: string }): Promise<boolean> {
  const moved = await unlessGone(rename(join(from, name), join(to, name)))
  await syncDirectory(to)
  await syncDirectory(from)
  return moved
}

/** Removes a file; a missing file is not an error. */
export async function removeDurably(directory: string, name: string): Promise<void> {
  await rm(join(directory, name), { force: true })
  await syncDirectory(directory)
}

/** Creates a directory that only this user can access. */
export async function makePrivateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
}

/** Removes drafts of processes that died while writing; an hour is longer than any write takes. */
export async function removeAbandonedDrafts(temporary: string, now: number): Promise<void> {
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name)
    await unlessGone(
      stat(path).then(async ({ mtimeMs }) => {
        if (now - mtimeMs > ABANDONED_MS) await rm(path, { force: true })
      }),
    )
  }
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return // Windows cannot open a directory; its renames are journaled.
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function unlessGone(operation: Promise<void>): Promise<boolean> {
  try {
    await operation
    return true
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return false
    throw cause
  }
}
