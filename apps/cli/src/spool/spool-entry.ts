import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { err, ok, type Result } from '@assay/domain/result'
import { OnConflict } from '@assay/domain/run/on-conflict'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { z } from 'zod'
import { systemCode } from '../stop.ts'

const SUFFIX = '.jsonl.gz'
/** An incompressible raw file of 64 MB still fits as base64. */
const MAX_LINE_BYTES = 128 * 1024 * 1024

const Header = z.strictObject({
  spoolVersion: z.literal(1),
  /** Address of the server that the run was meant for. */
  server: z.string(),
  project: z.string(),
  document: UploadDocument,
  onConflict: OnConflict.optional(),
})

const BlobLine = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), gzipBase64: z.base64() })

/** A raw file that is too large for the document; it is sent before the document that references it. */
export type SpoolBlob = { sha256: string; gzip: Buffer }

type RunDocument = UploadDocument & { runId: string }

/** The server and project of a run. */
export type Destination = { server: string; project: string }

/** How to store a result whose dimensions are stored with another value; when absent, such a run is refused. */
type Conflicts = { onConflict?: OnConflict | undefined }

/** One run in the spool: everything that its upload needs, in one file. */
export type SpoolEntry = Destination &
  Conflicts & {
    document: RunDocument
    /** Read at each call, one at a time, because together they may be larger than memory. */
    blobs(): AsyncIterable<SpoolBlob>
  }

/** A run before it is written: its document is requested after its blobs, because it references them. */
export type NewEntry = Destination & Conflicts & { blobs(): AsyncIterable<SpoolBlob>; document(): RunDocument }

/**
 * Encodes an entry as a stream: JSON lines, gzip; a line per blob, then the document with its destination. Its name,
 * known at the end, is the SHA-256 of the lines, so equal entries are one file and damage is detected.
 */
export function encodeEntry(entry: NewEntry): { name: () => string; content: Readable } {
  const hash = createHash('sha256')
  // An error of the lines destroys the stream, which then fails its reader.
  const content = pipeline(Readable.from(encodeLines(entry, hash)), createGzip(), () => undefined)
  return { name: () => `${hash.digest('hex')}${SUFFIX}`, content }
}

async function* encodeLines(
  { server, project, document, onConflict, blobs }: NewEntry,
  hash: Hash,
): AsyncGenerator<string> {
  for await (const { sha256, gzip } of blobs()) {
    const line = `${JSON.stringify({ sha256, gzipBase64: gzip.toString('base64') } satisfies z.input<typeof BlobLine>)}\n`
    hash.update(line)
    yield line
  }
  const header = JSON.stringify({
    spoolVersion: 1,
    server,
    project,
    document: document(),
    ...(onConflict === undefined ? {} : { onConflict }),
  } satisfies z.input<typeof Header>)
  hash.update(header)
  yield header
}

/**
 * Opens an entry and reads it completely to compare it with the digest in its name. The error describes the damage; it
 * is null when the file does not exist, because another process has handled it.
 */
export async function openEntry(path: string, name: string): Promise<Result<SpoolEntry, string> | null> {
  const hash = createHash('sha256')
  let last: string | null = null
  try {
    for await (const line of readLines(path, hash)) last = line
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return null
    return err(`is damaged: ${cause instanceof Error ? cause.message : 'it cannot be unpacked'}`)
  }
  if (`${hash.digest('hex')}${SUFFIX}` !== name)
    return err('is damaged: its content does not match the digest in its name')
  const header = Header.safeParse(parseJson(last))
  if (!header.success) {
    const [issue] = header.error.issues
    return err(`was not written by this version of assay: /${issue?.path.join('/')} ${issue?.message}`)
  }
  const { server, project, document, onConflict } = header.data
  const { runId } = document
  if (runId === undefined) return err('was not written by this version of assay: its run has no id')
  return ok({ server, project, document: { ...document, runId }, onConflict, blobs: () => readBlobs(path) })
}

async function* readBlobs(path: string): AsyncGenerator<SpoolBlob> {
  let before: string | null = null
  for await (const line of readLines(path)) {
    if (before !== null) {
      const { sha256, gzipBase64 } = BlobLine.parse(JSON.parse(before))
      yield { sha256, gzip: Buffer.from(gzipBase64, 'base64') }
    }
    before = line
  }
}

async function* readLines(path: string, hash?: Hash): AsyncGenerator<string> {
  const plain = pipeline(createReadStream(path), createGunzip(), () => undefined)
  let pending: Buffer[] = []
  let size = 0
  for await (const chunk of plain) {
    const bytes = Buffer.from(chunk)
    hash?.update(bytes)
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      yield Buffer.concat([...pending, bytes.subarray(start, end)]).toString('utf8')
      pending = []
      size = 0
      start = end + 1
    }
    pending.push(bytes.subarray(start))
    size += bytes.length - start
    if (size > MAX_LINE_BYTES) throw new Error('a line is longer than any run is')
  }
  yield Buffer.concat(pending).toString('utf8')
}

export const isEntryName = (name: string): boolean => /^[0-9a-f]{64}\.jsonl\.gz$/.test(name)

/** The first digits of the digest, which are enough to distinguish entries. */
export const shortName = (name: string): string => name.slice(0, 12)

export const sha256Hex = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex')

function parseJson(line: string | null): unknown {
  try {
    return JSON.parse(line ?? '')
  } catch {
    return undefined
  }
}
