import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { BIDI_REFUSED, findBidiControl } from '@assay/domain/json/readable-text'
import { parseStrictJson } from '@assay/domain/json/strict-json'
import { err, ok, type Result } from '@assay/domain/result'
import type { Caller } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'

export const LIMIT_BYTES = {
  document: 8 * 1024 * 1024,
  documentUnpacked: 64 * 1024 * 1024,
  archive: 64 * 1024 * 1024,
  archiveUnpacked: 512 * 1024 * 1024,
} as const

/** Bytes of a body as it is sent, and after gzip is undone, with the advice to those who send more. */
export type BodyLimit = { packed: number; unpacked: number; advice?: string }

const MAX_DOCUMENT: BodyLimit = { packed: LIMIT_BYTES.document, unpacked: LIMIT_BYTES.documentUnpacked }
/** Enough for a form, a comment of a guest, or a short run whose verdict somebody asks for. */
const MAX_DOCUMENT_OF_ANONYMOUS: BodyLimit = {
  packed: 64 * 1024,
  unpacked: 1024 * 1024,
  advice: 'Send a token, or sign in, to send more.',
}

/** The media type of a Content-Type header without its parameters, lower case; '' when there is none. */
export function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Reads a JSON body, gzip or not, within the limits of its caller, as strictly as `parseStrictJson`. */
export async function readJson(request: Request, { kind }: Pick<Caller, 'kind'>): Promise<Result<unknown, AppError>> {
  if (mediaType(request) !== 'application/json') {
    const found = request.headers.get('content-type') ?? 'none'
    return err(appError('content-type-unknown', `Content-Type is ${found}; send application/json.`))
  }
  const bytes = await readBytes(request, kind === 'anonymous' ? MAX_DOCUMENT_OF_ANONYMOUS : MAX_DOCUMENT)
  if (!bytes.ok) return bytes
  const text = decodeUtf8(bytes.value)
  return text.ok ? strictJson(text.value) : text
}

/** `parseStrictJson`, with the error that endpoints answer. */
export function strictJson(text: string): Result<unknown, AppError> {
  const parsed = parseStrictJson(text)
  if (parsed.ok) return MAY_HOLD_BIDI_CONTROL.test(text) ? refuseBidiControl(parsed.value) : parsed
  const { pointer, message } = parsed.error
  return err(
    appError('body-malformed', `The JSON ${message}${pointer === '' ? '' : ` at ${pointer}`}.`, [{ pointer, message }]),
  )
}

/** Reading the text first spares the walk through the values of almost every request. */
const MAY_HOLD_BIDI_CONTROL = /[\u061c\u202a-\u202e\u2066-\u2069]|\\u(?:061c|20(?:2[a-e]|6[6-9]))/i

/** No text that is sent may reorder the letters around it, whatever field it is in and wherever it is stored. */
function refuseBidiControl(value: unknown): Result<unknown, AppError> {
  const pointer = findBidiControl(value)
  if (pointer === null) return ok(value)
  const where = pointer === '' ? 'The body' : pointer
  return err(
    appError('document-invalid', `${where} ${BIDI_REFUSED}. Nothing was stored.`, [{ pointer, message: BIDI_REFUSED }]),
  )
}

function decodeUtf8(bytes: Buffer): Result<string, AppError> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return err(appError('body-malformed', 'The body is not UTF-8 text.'))
  }
}

/** Reads a whole body and undoes Content-Encoding: gzip. Both limits are held while the body arrives. */
export async function readBytes(request: Request, limit: BodyLimit): Promise<Result<Buffer, AppError>> {
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (encoding !== 'gzip' && encoding !== 'identity') {
    return err(appError('content-type-unknown', `Content-Encoding is ${encoding}; send gzip or none.`))
  }
  if (Number(request.headers.get('content-length') ?? 0) > limit.packed) return err(tooLarge('as sent', limit))
  const sent = atMost(request.body ?? [], 'as sent', limit)
  try {
    return ok(await (encoding === 'identity' ? collect(sent) : gunzip(sent, limit)))
  } catch (cause) {
    return err(bodyError(cause))
  }
}

type BodyState = 'as sent' | 'unpacked'
type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Truncated or damaged data is an error, never a shorter text. */
const gunzip = (packed: Chunks, limit: BodyLimit): Promise<Buffer> =>
  pipeline(packed, createGunzip(), (chunks: Chunks) => collect(atMost(chunks, 'unpacked', limit)))

/** The error of a body that is over its limit. */
class BodyTooLarge extends Error {
  readonly error: AppError

  constructor(error: AppError) {
    super(error.detail)
    this.error = error
  }
}

async function* atMost(chunks: Chunks, state: BodyState, limit: BodyLimit): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > bytesOf(state, limit)) throw new BodyTooLarge(tooLarge(state, limit))
    yield chunk
  }
}

async function collect(chunks: Chunks): Promise<Buffer> {
  const collected: Uint8Array[] = []
  for await (const chunk of chunks) collected.push(chunk)
  return Buffer.concat(collected)
}

function bodyError(cause: unknown): AppError {
  if (cause instanceof BodyTooLarge) return cause.error
  // zlib names its errors Z_DATA_ERROR, Z_BUF_ERROR and so on.
  if (!(cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))) {
    return appError('body-malformed', 'The body ended before it was complete. Send it again.')
  }
  return appError(
    'body-malformed',
    `The gzip data is truncated or damaged (${cause.message}). Compress it again and resend.`,
  )
}

const bytesOf = (state: BodyState, { packed, unpacked }: BodyLimit) => (state === 'as sent' ? packed : unpacked)

function tooLarge(state: BodyState, limit: BodyLimit): AppError {
  const kilobytes = bytesOf(state, limit) / 1024
  const size = kilobytes < 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`
  return appError('body-too-large', `The body is over ${size} ${state}. ${limit.advice ?? 'Send less at once.'}`)
}
