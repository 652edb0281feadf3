import { readFileSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import type { Problem } from '@assay/domain/parse/problem'
import { EXIT } from '../exit-code.ts'
import { Stop, stopOfSystemError, systemCode, systemReason } from '../stop.ts'
import { FileTooLarge, MAX_FILE_BYTES, type RawInput } from './raw-input.ts'
import { readArchive } from './read-archive-file.ts'

/** Maximum number of files; more are not results, but for example a whole disk. */
const MAX_FILES = 100_000

/** The error for a pipe without a writer, or a device such as /dev/zero, which would never end. */
const noFile = (path: string): string =>
  `${path} is a pipe, a device or a socket; expected a file, a folder or an archive. Save its output to a file first.`

export type Found = { inputs: RawInput[]; problems: Problem[] }

/**
 * Finds the files at and below the given paths, in the order given and by name within a folder: folders are walked,
 * archives (.tar, .tar.gz, .tgz) opened. Hidden files, and links to folders (which may form loops), are left out.
 *
 * @throws Stop when a given path does not exist, or is neither a file nor a folder.
 */
export async function findInputs(paths: readonly string[]): Promise<Found> {
  const found: Found = { inputs: [], problems: [] }
  for (const path of paths) {
    const name = basename(resolve(path))
    try {
      const facts = await stat(path)
      if (facts.isDirectory()) await walk({ path, name }, found)
      else if (facts.isFile()) await add({ path, name }, found)
      else throw new Stop(EXIT.usage, noFile(path))
    } catch (cause) {
      if (cause instanceof Stop) throw cause
      throw stopOfSystemError(cause, `${path} cannot be read`, systemCode(cause) === 'ENOENT' ? EXIT.usage : EXIT.local)
    }
  }
  return found
}

/** A file or folder: its path for messages, and its path below the given one. */
type Here = { path: string; name: string }

async function walk(folder: Here, found: Found): Promise<void> {
  let entries: Awaited<ReturnType<typeof list>>
  try {
    entries = await list(folder.path)
  } catch (cause) {
    found.problems.push({ file: folder.path, message: `cannot be read: ${systemReason(cause)}` })
    return
  }
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const here = { path: join(folder.path, entry.name), name: `${folder.name}/${entry.name}` }
    if (entry.isDirectory()) await walk(here, found)
    else if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(here.path)))) await add(here, found)
  }
}

async function list(path: string) {
  const entries = await readdir(path, { withFileTypes: true })
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false // The link is broken.
  }
}

async function add({ path, name }: Here, found: Found): Promise<void> {
  if (found.inputs.length >= MAX_FILES) {
    throw new Stop(
      EXIT.usage,
      `There are over ${MAX_FILES} files below the given paths. Pass the folders that contain results.`,
    )
  }
  const place = resolve(path).split(sep).join('/')
  if (/\.(tar|tar\.gz|tgz)$/.test(path)) {
    const archive = await readArchive({ path, place })
    found.inputs.push(...archive.inputs)
    found.problems.push(...archive.problems)
    return
  }
  found.inputs.push({ shown: path, place, name, read: () => readCapped(path) })
}

/** Checks the size first, so that a disk image given by mistake is not read into memory. */
function readCapped(path: string): Buffer {
  if (statSync(path).size > MAX_FILE_BYTES) throw new FileTooLarge()
  return readFileSync(path)
}
