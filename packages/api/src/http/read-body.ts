import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parseStrictJson } from '@assay/domain/json/strict-json'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'

export const LIMIT_BYTES = {
  document: 8 * 1024 * 1024,
  documentUnpacked: 64 * 1024 * 1024,
  archive: 64 * 1024 * 1024,
  archiveUnpacked: 512 * 1024 * 1024,
} as const

/** The media type of a Content-Type header without its parameters, lower case; '' when there is none. */
export function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Reads a JSON body, gzip or not, within its limits, as strictly as `parseStrictJson`. */
export async function readJson(request: Request): Promise<Result<unknown, AppError>> {
  if (mediaType(request) !== 'application/json') {
    const found = request.headers.get('content-type') ?? 'none'
    return err(appError('content-type-unknown', `Content-Type is ${found}; send application/json.`))
  }
  const text = await readText(request)
  return text.ok ? strictJson(text.value) : text
}

/** `parseStrictJson`, with the error as doors tell it. */
export function strictJson(text: string): Result<unknown, AppError> {
  const parsed = parseStrictJson(text)
  if (parsed.ok) return parsed
  const { pointer, message } = parsed.error
  return err(
    appError('body-malformed', `The JSON ${message}${pointer === '' ? '' : ` at ${pointer}`}.`, [{ pointer, message }]),
  )
}

/** Reads a UTF-8 body, gzip or not, within the limits of a document. */
export async function readText(request: Request): Promise<Result<string, AppError>> {
  const bytes = await readBytes(request, { packed: LIMIT_BYTES.document, unpacked: LIMIT_BYTES.documentUnpacked })
  if (!bytes.ok) return bytes
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value))
  } catch {
    return err(appError('body-malformed', 'The body is not UTF-8 text.'))
  }
}

/**
 * Reads a whole body and undoes Content-Encoding: gzip.
 *
 * @param limit bytes as sent and bytes after gzip is undone.
 */
export async function readBytes(
  request: Request,
  limit: { packed: number; unpacked: number },
): Promise<Result<Buffer, AppError>> {
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (encoding !== 'gzip' && encoding !== 'identity') {
    return err(appError('content-type-unknown', `Content-Encoding is ${encoding}; send gzip or none.`))
  }
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit.packed) return err(tooLarge(limit.packed))
  const sent = await collect(request.body, limit.packed)
  if (!sent.ok || encoding === 'identity') return sent
  return gunzipLimited(sent.value, limit.unpacked)
}

/** Unpacks gzip up to a limit; truncated or damaged data is an error, never a shorter text. */
export async function gunzipLimited(packed: Buffer, limit: number): Promise<Result<Buffer, AppError>> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of Readable.from([packed]).pipe(createGunzip())) {
      const bytes = Buffer.from(chunk)
      size += bytes.length
      if (size > limit) return err(tooLarge(limit, 'unpacked'))
      chunks.push(bytes)
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unreadable'
    return err(
      appError('body-malformed', `The gzip data is truncated or damaged (${reason}). Compress it again and resend.`),
    )
  }
  return ok(Buffer.concat(chunks))
}

async function collect(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Result<Buffer, AppError>> {
  if (body === null) return ok(Buffer.alloc(0))
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > limit) return err(tooLarge(limit))
      chunks.push(chunk)
    }
  } catch {
    return err(appError('body-malformed', 'The body ended before it was complete. Send it again.'))
  }
  return ok(Buffer.concat(chunks))
}

function tooLarge(limit: number, how = 'as sent'): AppError {
  return appError('body-too-large', `The body is over ${limit / 1024 / 1024} MB ${how}. Send less at once.`)
}
