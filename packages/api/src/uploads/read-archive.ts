import type { Readable, Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { containerOf, MAX_UPLOAD_FILES, whyUnreadable } from '@assay/domain/import/archives/container'
import { decodeText } from '@assay/domain/import/archives/decode-text'
import { isPathTraversal } from '@assay/domain/import/archives/path-traversal'
import { err, ok, type Result } from '@assay/domain/result'
import { type Extract, extract } from 'tar-stream'
import { type AppError, appError } from '../errors.ts'
import { LIMIT_BYTES } from '../http/body-size-limits.ts'
import { TooMuchUnpacked, type UnpackBudget, unpack } from '../http/unpack-budget.ts'
import { bytesOf, packFile } from './packed-files.ts'

/** One file of an upload: its path below the archive's root and its content, still packed if its name ends in .gz. */
export type RawFile = {
  path: string
  bytes: Buffer
  /** True for a content that was packed here to save memory; what it unpacks to is counted already. */
  isPacked?: true
}

/** Reads a Parquet file, or says why it cannot be read. */
export type ReadParquet = (bytes: Uint8Array) => Promise<Result<string, string>>

class Refusal extends Error {}

/**
 * Reads a .tar, .tar.gz or .tar.zst as a stream, and keeps its files packed.
 *
 * @param unpacker undoes the compression of the archive; null for a plain .tar.
 * @param budget counts what is unpacked together with the rest of the request.
 *
 * Errors: `archive-refused` for absolute paths, `..`, links and devices, the same path twice, too many files, or
 * too many bytes; `body-malformed` for truncated or damaged data. Nothing is written anywhere.
 */
export async function readArchive(
  packed: Readable,
  unpacker: Transform | null,
  budget: UnpackBudget,
): Promise<Result<RawFile[], AppError>> {
  const files: RawFile[] = []
  const seen = new Set<string>()
  const tar = extract()
  const source = unpacker === null ? packed : packed.pipe(unpacker)
  // pipe() does not forward errors, and an unhandled one would end the process.
  packed.on('error', (error) => tar.destroy(error))
  source.on('error', (error) => tar.destroy(error))
  if (unpacker !== null) source.on('data', (chunk: Buffer) => countUnpacked(chunk, budget, tar))
  source.pipe(tar)
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header
      if (type === 'directory') {
        entry.resume()
        continue
      }
      if (type !== 'file' && type !== 'contiguous-file') {
        throw new Refusal(`holds ${JSON.stringify(name)}, a ${type ?? 'special file'}; only plain files are accepted`)
      }
      const path = cleanPath(name)
      if (seen.has(path)) throw new Refusal(`holds ${JSON.stringify(path)} twice`)
      if (files.length >= MAX_UPLOAD_FILES) throw new Refusal(`holds over ${MAX_UPLOAD_FILES} files; send it in parts`)
      seen.add(path)
      const chunks: Buffer[] = []
      for await (const chunk of entry) {
        await budget.moveIfLong()
        chunks.push(chunk as Buffer) // A byte stream yields Buffers.
      }
      files.push(await packFile(path, Buffer.concat(chunks)))
    }
  } catch (cause) {
    packed.destroy()
    source.destroy()
    if (cause instanceof Refusal) return err(appError('archive-refused', `The archive ${cause.message}.`))
    const reason = cause instanceof Error ? cause.message : 'unreadable'
    return err(appError('body-malformed', `The archive is truncated or damaged (${reason}). Pack it again and resend.`))
  }
  if (files.length === 0)
    return err(
      appError('archive-refused', 'The archive contains no files. Pack the folder with the output of the benchmark.'),
    )
  return ok(files)
}

function countUnpacked(chunk: Buffer, budget: UnpackBudget, tar: Extract): void {
  try {
    budget.unpack(chunk.length)
  } catch (cause) {
    if (!(cause instanceof TooMuchUnpacked)) throw cause
    tar.destroy(new Refusal(`is ${cause.message}; send it in parts`))
  }
}

function cleanPath(name: string): string {
  const path = name.replace(/^(\.\/)+/, '')
  if (path === '' || path.includes('\\') || isPathTraversal(path)) {
    throw new Refusal(`holds the path ${JSON.stringify(name)}; paths must stay below the archive's root`)
  }
  return path
}

/**
 * Decodes the text of a raw file, unpacked when its first bytes are those of gzip or Zstandard; an error when it is not text.
 *
 * @param budget counts what is unpacked together with the rest of the request.
 * @param readParquet returns the rows of a Parquet file as JSON Lines.
 */
export async function textOf(
  file: RawFile,
  budget: UnpackBudget,
  readParquet: ReadParquet,
): Promise<Result<string, string>> {
  const bytes = await bytesOf(file)
  const container = containerOf(bytes)
  let plain = bytes
  if (container === 'gzip' || container === 'zstd') {
    try {
      const decompress = container === 'gzip' ? createGunzip() : createZstdDecompress()
      plain = await unpack([bytes], decompress, budget, LIMIT_BYTES.documentUnpacked)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unreadable'
      const isTooMuch = cause instanceof TooMuchUnpacked
      return err(`${container} data ${isTooMuch ? reason : `that is truncated or damaged (${reason})`}`)
    }
  }
  if (containerOf(plain) === 'parquet') {
    const rows = await readParquet(plain)
    if (rows.ok) budget.unpack(rows.value.length)
    return rows
  }
  const why = whyUnreadable(containerOf(plain))
  return why === null ? decodeText(plain) : err(why.replace(/^is /, ''))
}
