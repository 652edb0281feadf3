import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readSpecFile } from '@assay/domain/specs/export/read-spec-file'
import { specFileOfFolder, specFolder } from '@assay/domain/specs/export/spec-folder'
import { readSpecName } from '@assay/domain/specs/spec'
import { EXIT } from '../exit-code.ts'
import { Stop, stopOfSystemError } from '../stop.ts'

/**
 * Writes a spec into a folder of its name below a folder, which may be a git repository.
 *
 * @param json the spec as the server exports it
 * @returns the folder of the spec, and the number of its files
 */
export async function writeSpecFolder(directory: string, json: string): Promise<{ folder: string; files: number }> {
  const read = readSpecFile(json)
  if (!read.ok) throw new Stop(EXIT.refused, read.error)
  const { record } = read.value
  if (record === null || readSpecName(record.name) === null) {
    throw new Stop(EXIT.refused, 'The server sent no record of a spec. It may be older than this program; update it.')
  }
  const folder = join(directory, record.name)
  const files = specFolder(record)
  try {
    for (const { path, encoding, content } of files) {
      const target = join(folder, path)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, content, encoding)
    }
  } catch (cause) {
    throw stopOfSystemError(cause, `${folder} cannot be written`)
  }
  return { folder, files: files.length }
}

/**
 * Reads an exported file, or the folder of a spec as one file.
 *
 * @returns the file; for a folder also its record in JSON, and its files that are not what the record says
 */
export async function readSpecPath(path: string): Promise<{ file: string; record: string | null; changed: string[] }> {
  const fail = (cause: unknown): never => {
    throw stopOfSystemError(cause, `${path} cannot be read`, EXIT.usage)
  }
  const isFolder = await stat(path).then((found) => found.isDirectory(), fail)
  if (!isFolder) return { file: await readFile(path, 'utf8').catch(fail), record: null, changed: [] }
  const read = await specFileOfFolder((name, encoding) => readFile(join(path, name), encoding).catch(missingOr(fail)))
  if (!read.ok) throw new Stop(EXIT.usage, `${path}: ${read.error}`)
  return read.value
}

const missingOr =
  (fail: (cause: unknown) => never) =>
  (cause: unknown): null =>
    cause instanceof Error && 'code' in cause && cause.code === 'ENOENT' ? null : fail(cause)
