import { Readable } from 'node:stream'
import { crc32, createGunzip, createInflateRaw, createZstdDecompress } from 'node:zlib'
import {
  containerOf,
  folderOfArchive,
  isArchiveName,
  MAX_ARCHIVE_DEPTH,
  MAX_UPLOAD_FILES,
} from '@assay/domain/import/archives/container'
import { readZipDirectory, type ZipEntry } from '@assay/domain/import/archives/zip-directory'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'
import { TooMuchUnpacked, type UnpackBudget, unpack } from '../http/unpack-budget.ts'
import { packFile } from './packed-files.ts'
import { type RawFile, readArchive } from './read-archive.ts'

/**
 * Opens the archives among the files of an upload, and those in them.
 *
 * @param budget counts what is unpacked together with the rest of the request.
 *
 * Errors: those of `readArchive`, and `archive-refused` for archives too deep inside of others.
 */
export async function openArchives(
  files: readonly RawFile[],
  budget: UnpackBudget,
  depth = 1,
): Promise<Result<RawFile[], AppError>> {
  const opened: RawFile[] = []
  for (const file of files) {
    if (!isArchiveName(file.path) || !isArchive(file.bytes)) {
      opened.push(file)
      continue
    }
    if (depth > MAX_ARCHIVE_DEPTH)
      return err(
        appError(
          'archive-refused',
          `${file.path} is an archive too deep inside of others. Unpack it, and send its files.`,
        ),
      )
    const inside = await readAnyArchive(file.bytes, budget)
    if (!inside.ok) return inside
    const folder = folderOfArchive(
      file.path,
      inside.value.map(({ path }) => path),
    )
    const placed = inside.value.map((one) => ({ ...one, path: folder === '' ? one.path : `${folder}/${one.path}` }))
    const nested = await openArchives(placed, budget, depth + 1)
    if (!nested.ok) return nested
    opened.push(...nested.value)
  }
  const seen = new Set<string>()
  const twice = opened.find(({ path }) => {
    const isKnown = seen.has(path)
    seen.add(path)
    return isKnown
  })
  return twice === undefined || depth > 1
    ? ok(opened)
    : err(
        appError(
          'archive-refused',
          `The archive contains ${JSON.stringify(twice.path)} twice. Remove or rename one of them.`,
        ),
      )
}

const isArchive = (bytes: Buffer): boolean => ['gzip', 'zstd', 'zip', 'tar'].includes(containerOf(bytes) ?? '')

/** Reads a .tar, .tar.gz, .tar.zst or .zip by its content. Errors as those of `readArchive`. */
export async function readAnyArchive(bytes: Buffer, budget: UnpackBudget): Promise<Result<RawFile[], AppError>> {
  const container = containerOf(bytes)
  if (container === 'zip') return readZipFiles(bytes, budget)
  const unpacker = container === 'zstd' ? createZstdDecompress() : container === 'gzip' ? createGunzip() : null
  return readArchive(Readable.from([bytes]), unpacker, budget)
}

async function readZipFiles(bytes: Buffer, budget: UnpackBudget): Promise<Result<RawFile[], AppError>> {
  const directory = readZipDirectory(bytes, MAX_UPLOAD_FILES)
  if (!directory.ok) return err(appError('archive-refused', `The archive ${directory.error}.`))
  const [refused] = directory.value.refused
  if (refused !== undefined)
    return err(appError('archive-refused', `The archive contains ${JSON.stringify(refused.path)}, ${refused.reason}.`))
  const files: RawFile[] = []
  for (const entry of directory.value.entries) {
    try {
      files.push(await packFile(entry.path, await unpackEntry(entry, budget)))
    } catch (cause) {
      return err(damaged(cause))
    }
  }
  return files.length > 0
    ? ok(files)
    : err(
        appError('archive-refused', 'The archive contains no files. Pack the folder with the output of the benchmark.'),
      )
}

async function unpackEntry(
  { path, packed, isDeflated, sizeBytes, crc32: expected }: ZipEntry,
  budget: UnpackBudget,
): Promise<Buffer> {
  if (!isDeflated) budget.unpack(packed.length)
  const bytes = isDeflated
    ? await unpack([packed], createInflateRaw(), budget, Math.max(1, sizeBytes))
    : Buffer.from(packed)
  if (bytes.length !== sizeBytes || crc32(bytes) !== expected)
    throw new Error(`size or checksum of ${JSON.stringify(path)} is another`)
  return bytes
}

function damaged(cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : 'unreadable'
  return cause instanceof TooMuchUnpacked
    ? appError('archive-refused', `The archive is ${reason}; send it in parts.`)
    : appError('body-malformed', `The archive is truncated or damaged (${reason}). Pack it again and resend.`)
}
