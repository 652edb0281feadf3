import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const ROOT = new URL('../../../../../shared/data/', import.meta.url)

/**
 * True when the archive is next to the checkout: published tables and raw output of other authors, which the repository
 * does not contain. ASSAY_ARCHIVE=none runs the tests without it.
 */
export const hasArchive = process.env.ASSAY_ARCHIVE !== 'none' && existsSync(ROOT)

/**
 * The URL of a file of the archive.
 *
 * @param path within the archive, such as `published-tables/claims.json`; a directory ends with a slash.
 */
export const archiveUrl = (path: string): URL => new URL(path, ROOT)

/** The same as a file system path; a directory keeps its final slash. */
export const archivePath = (path: string): string => fileURLToPath(archiveUrl(path))

/** The text of a file of the archive, decompressed if it is gzip. */
export function readArchive(path: string): string {
  const bytes = readFileSync(archiveUrl(path))
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** Sorted paths of all files within a directory of the archive, relative to it; empty without the archive. */
export function listArchive(directory: string): string[] {
  if (!hasArchive) return []
  return readdirSync(archiveUrl(directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(archivePath(directory).length).replace(/^\/+/, ''))
    .sort()
}

/** Prints, once per test run, that tests with the archive do not run. */
export function reportAbsentArchive(): void {
  if (hasArchive || process.env.ASSAY_ARCHIVE_REPORTED === 'yes') return
  process.env.ASSAY_ARCHIVE_REPORTED = 'yes'
  console.warn('../shared/data is not beside this checkout: tests that also compare with that archive are left out.')
}
