import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isServed } from '../lib/postgres/running-cluster.ts'

const MEMORY = '/dev/shm'
/** The databases of a run need less than 1 GB at a time. */
const MIN_FREE_BYTES = 4 * 2 ** 30
/** A directory of a run that is starting has no server yet. */
const MIN_ABANDONED_MS = 10 * 60_000

/**
 * Creates the directory for the database server of a test run, in memory where that has room: every test file has a
 * database of 400 files, and creating these on a disk costs several times the work of copying them in memory.
 *
 * @param prefix of its name; directories of killed runs with the same prefix are removed.
 */
export function makeDatabaseDirectory(prefix: string): string {
  const parent = hasRoom(MEMORY) ? MEMORY : tmpdir()
  removeAbandoned(parent, prefix)
  return mkdtempSync(join(parent, prefix))
}

function hasRoom(directory: string): boolean {
  if (!existsSync(directory)) return false
  const { bavail, bsize } = statfsSync(directory)
  return Math.min(bavail * bsize, process.availableMemory()) >= MIN_FREE_BYTES
}

/** Directories of killed runs would occupy memory until the machine restarts. */
function removeAbandoned(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue
    const directory = join(parent, name)
    const { mtimeMs } = statSync(directory)
    if (Date.now() - mtimeMs < MIN_ABANDONED_MS || isServed(join(directory, 'postgres'))) continue
    rmSync(directory, { recursive: true, force: true })
  }
}
