import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { PlainError } from '../lib/plain-error.ts'

const NEEDED_MB = 200

/** @throws PlainError when the disk of the data directory is nearly full, which is better than a failing write later */
export function checkFreeSpace(dataDir: string): void {
  const { bavail, bsize } = statfsSync(existingAncestor(dataDir))
  const freeMb = Math.floor((bavail * bsize) / 1024 / 1024)
  if (freeMb >= NEEDED_MB) return
  throw new PlainError(
    `Only ${freeMb} MB are free where ${dataDir} is, and Assay needs ${NEEDED_MB} MB. Free some space, or set ASSAY_DATA_DIR to a directory on another disk.`,
  )
}

function existingAncestor(path: string): string {
  return existsSync(path) ? path : existingAncestor(dirname(path))
}
