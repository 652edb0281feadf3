import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { err, ok, type Result } from '@assay/domain/result'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { z } from 'zod'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Far above a document (64 MB) with its raw files; what is larger was not written by us. */
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024
const SUFFIX = '.jsonl.gz'

const Header = z.strictObject({
  spoolVersion: z.literal(1),
  /** Address of the server that the run was meant for. */
  server: z.string(),
  project: z.string(),
  document: UploadDocument,
})

const Blob = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), gzipBase64: z.base64() })

/** A raw file too large to travel inside the document; it is sent before the document that names it. */
export type SpoolBlob = { sha256: string; gzip: Buffer }

/** One run on its way: everything that its upload needs, in one file. */
export type SpoolEntry = {
  server: string
  project: string
  document: UploadDocument & { runId: string }
  blobs: readonly SpoolBlob[]
}

/**
 * The file of an entry: JSON lines, gzip; first the document with its destination, then a line per blob. Its name
 * is the sha256 of the lines, so equal entries are one file and damage shows.
 */
export async function encodeEntry({
  server,
  project,
  document,
  blobs,
}: SpoolEntry): Promise<{ name: string; bytes: Buffer }> {
  const lines = [
    JSON.stringify({ spoolVersion: 1, server, project, document } satisfies z.input<typeof Header>),
    ...blobs.map(({ sha256, gzip }) => JSON.stringify({ sha256, gzipBase64: gzip.toString('base64') })),
  ]
  const plain = Buffer.from(lines.join('\n'), 'utf8')
  return { name: `${sha256Hex(plain)}${SUFFIX}`, bytes: await pack(plain) }
}

/** Reads an entry back; the error says what is wrong with the file. */
export async function decodeEntry(name: string, bytes: Buffer): Promise<Result<SpoolEntry, string>> {
  let plain: Buffer
  try {
    plain = await unpack(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })
  } catch (cause) {
    return err(`is damaged: ${cause instanceof Error ? cause.message : 'it cannot be unpacked'}`)
  }
  if (`${sha256Hex(plain)}${SUFFIX}` !== name)
    return err('is damaged: its content does not match the digest in its name')
  const lines = plain.toString('utf8').split('\n')
  const header = Header.safeParse(parseJson(lines[0]))
  if (!header.success) return err(`was not written by this version of assay: ${z.prettifyError(header.error)}`)
  const { runId } = header.data.document
  if (runId === undefined) return err('was not written by this version of assay: its run has no id')
  const blobs: SpoolBlob[] = []
  for (const line of lines.slice(1)) {
    const blob = Blob.safeParse(parseJson(line))
    if (!blob.success) return err('was not written by this version of assay: a raw file in it cannot be read')
    blobs.push({ sha256: blob.data.sha256, gzip: Buffer.from(blob.data.gzipBase64, 'base64') })
  }
  const { server, project, document } = header.data
  return ok({ server, project, document: { ...document, runId }, blobs })
}

export const isEntryName = (name: string): boolean => /^[0-9a-f]{64}\.jsonl\.gz$/.test(name)

/** The first digits of the digest, enough for people to tell entries apart. */
export const shortName = (name: string): string => name.slice(0, 12)

export const sha256Hex = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex')

function parseJson(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '')
  } catch {
    return undefined
  }
}
