import { readFileSync, statSync } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize, resolve, sep } from 'node:path'
import { isArchiveName } from '@assay/domain/import/archives/container'
import { isParquetName } from '@assay/domain/import/parquet/parquet-text'
import type { Problem } from '@assay/domain/parse/problem'
import { EXIT } from '../exit-code.ts'
import { Stop, stopOfSystemError, systemCode, systemReason } from '../stop.ts'
import { FileTooLarge, MAX_FILE_BYTES, type RawInput } from './raw-input.ts'
import { readArchive } from './read-archive-file.ts'
import { readParquet } from './read-parquet.ts'

/** Maximum number of files; more are not results, but for example a whole disk. */
const MAX_FILES = 100_000

/** The error for a pipe without a writer, or a device such as /dev/zero, which would never end. */
const noFile = (path: string): string =>
  `${path} is a pipe, a device or a socket; expected a file, a folder or an archive. Save its output to a file first.`

export type Found = {
  inputs: RawInput[]
  problems: Problem[]
  /**
   * The folder above all that was given. Folders of a relative path are given, and the folder of a file is; those above
   * an absolute path are not.
   */
  above: string
}

/**
 * Finds the files at and below the given paths, in the order given and by name within a folder: folders are walked,
 * archives (.tar, .tar.gz, .tar.zst, .zip) opened. Hidden files, links to folders (which may form loops) and links to
 * files that are read anyway are left out.
 *
 * @throws Stop when a given path does not exist, or is neither a file nor a folder.
 */
export async function findInputs(paths: readonly string[]): Promise<Found> {
  const found: Found = { inputs: [], problems: [], above: '' }
  const above: string[] = []
  const isOneOfSeveral = paths.filter(isArchiveName).length > 1
  for (const path of paths) {
    const name = basename(resolve(path))
    try {
      const facts = await stat(path)
      above.push(...foldersAbove(path, facts.isFile() && !isArchiveName(path)))
      if (facts.isDirectory()) await walk({ path, name, root: await realpath(path) }, found)
      else if (facts.isFile()) await add({ path, name, root: path, isOneOfSeveral }, found)
      else throw new Stop(EXIT.usage, noFile(path))
    } catch (cause) {
      if (cause instanceof Stop) throw cause
      throw stopOfSystemError(cause, `${path} cannot be read`, systemCode(cause) === 'ENOENT' ? EXIT.usage : EXIT.local)
    }
  }
  return { ...found, above: commonFolder(above) }
}

function foldersAbove(path: string, isSingleFile: boolean): string[] {
  const given = normalize(path)
  const isRelative = !isAbsolute(given) && given !== '.' && !given.startsWith('..')
  const folder = dirname(resolve(path))
  return [isRelative ? process.cwd() : folder, ...(isSingleFile ? [dirname(folder)] : [])]
}

/** The innermost folder that contains all of the given ones, with forward slashes. */
function commonFolder(folders: readonly string[]): string {
  const [first = [], ...others] = folders.map((folder) => folder.split(sep))
  const end = first.findIndex((name, at) => others.some((other) => other[at] !== name))
  return (end === -1 ? first : first.slice(0, end)).join('/')
}

/**
 * A file or folder: its path for messages, its path below the given one, the real path of the given one, and whether
 * other archives are next to it.
 */
type Here = { path: string; name: string; root: string; isOneOfSeveral?: boolean }

async function walk(folder: Here, found: Found): Promise<void> {
  let entries: Awaited<ReturnType<typeof list>>
  try {
    entries = await list(folder.path)
  } catch (cause) {
    found.problems.push({ file: folder.path, message: `cannot be read: ${systemReason(cause)}` })
    return
  }
  const isOneOfSeveral = entries.filter(({ name }) => isArchiveName(name)).length > 1
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const here = {
      path: join(folder.path, entry.name),
      name: `${folder.name}/${entry.name}`,
      root: folder.root,
      isOneOfSeveral,
    }
    if (entry.isDirectory()) await walk(here, found)
    else if (entry.isFile() || (entry.isSymbolicLink() && (await isOtherFile(here.path, folder))))
      await add(here, found)
  }
}

async function list(path: string) {
  const entries = await readdir(path, { withFileTypes: true })
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** True for a link to a file outside of the given folder; files inside are read under their own names. */
async function isOtherFile(path: string, { root }: Here): Promise<boolean> {
  try {
    const target = await realpath(path)
    return (await stat(target)).isFile() && !target.startsWith(`${root}${sep}`)
  } catch {
    return false // The link is broken.
  }
}

async function add({ path, name, isOneOfSeveral = false }: Here, found: Found): Promise<void> {
  if (found.inputs.length >= MAX_FILES) {
    throw new Stop(
      EXIT.usage,
      `There are over ${MAX_FILES} files below the given paths. Pass the folders that contain results.`,
    )
  }
  const absolutePath = resolve(path).split(sep).join('/')
  if (isArchiveName(path)) {
    const archive = await readArchive({ path, location: absolutePath, isOneOfSeveral })
    found.inputs.push(...archive.inputs)
    found.problems.push(...archive.problems)
    return
  }
  const input = { shown: path, location: absolutePath, name, read: () => readCapped(path) }
  if (!isParquetName(path)) {
    found.inputs.push(input)
    return
  }
  const rows = await readParquet(input)
  if (rows.ok) found.inputs.push(rows.value)
  else found.problems.push({ file: path, message: rows.error })
}

/** Checks the size first, so that a disk image given by mistake is not read into memory. */
function readCapped(path: string): Buffer {
  if (statSync(path).size > MAX_FILE_BYTES) throw new FileTooLarge()
  return readFileSync(path)
}
