import { setImmediate } from 'node:timers/promises'
import { BIDI_REFUSED, findBidiControl } from '@assay/domain/json/readable-text'
import { type JsonRefusal, parseStrictJson } from '@assay/domain/json/strict-json'
import { parseStrictJsonInSteps } from '@assay/domain/json/strict-json-in-steps'
import { err, ok, type Result } from '@assay/domain/result'
import type { Caller } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { LIMIT_BYTES, MAX_ANONYMOUS_BYTES } from './body-size-limits.ts'
import { gunzip, sizeText, TooMuchUnpacked, UnpackBudget } from './unpack-budget.ts'

/** Maximum bytes of a body as sent and after gunzip, with advice for larger ones. */
type BodyLimit = { packed: number; unpacked: number; advice?: string }

const MAX_DOCUMENT: BodyLimit = { packed: LIMIT_BYTES.document, unpacked: LIMIT_BYTES.documentUnpacked }
const MAX_DOCUMENT_OF_ANONYMOUS: BodyLimit = {
  packed: MAX_ANONYMOUS_BYTES,
  unpacked: MAX_ANONYMOUS_BYTES,
  advice: 'Send a token, or sign in, to send more.',
}

/** The media type of a Content-Type header without its parameters, lower case; '' when there is none. */
export function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/**
 * Reads a JSON body, with or without gzip, within the limits of its caller, as strictly as `parseStrictJson`. A long
 * one is parsed in steps, between which other requests are served.
 */
export async function readJson(
  request: Request,
  { kind }: Pick<Caller, 'kind'>,
  budget?: UnpackBudget,
): Promise<Result<unknown, AppError>> {
  const notJson = refuseOtherType(request)
  if (notJson !== null) return err(notJson)
  const bytes = await readBytes(request, kind === 'anonymous' ? MAX_DOCUMENT_OF_ANONYMOUS : MAX_DOCUMENT, budget)
  if (!bytes.ok) return bytes
  const text = decodeUtf8(bytes.value)
  if (!text.ok) return text
  return acceptJson(await parseStrictJsonInSteps(text.value, () => setImmediate()), text.value)
}

/** Refuses a body whose content type is not JSON; a form of another site cannot send that type. */
export function refuseOtherType(request: Request): AppError | null {
  if (mediaType(request) === 'application/json') return null
  const found = request.headers.get('content-type') ?? 'none'
  return appError('content-type-unknown', `Content-Type is ${found}; send application/json.`)
}

/** The budget of a request whose body is a document, with the packed files in it. */
export const documentBudget = (): UnpackBudget => new UnpackBudget(LIMIT_BYTES.documentAndFiles)

/** `parseStrictJson`, with the error of endpoints. */
export function strictJson(text: string): Result<unknown, AppError> {
  return acceptJson(parseStrictJson(text), text)
}

function acceptJson(parsed: Result<unknown, JsonRefusal>, text: string): Result<unknown, AppError> {
  if (parsed.ok) return MAY_HOLD_BIDI_CONTROL.test(text) ? refuseBidiControl(parsed.value) : parsed
  const { pointer, message } = parsed.error
  const where = pointer === '' ? '' : ` at ${pointer}`
  return err(appError('body-malformed', `The JSON ${message}${where}.`, [{ pointer, message }]))
}

/** Testing the text first avoids the walk through the values of almost every request. */
const MAY_HOLD_BIDI_CONTROL = /[\u061c\u202a-\u202e\u2066-\u2069]|\\u(?:061c|20(?:2[a-e]|6[6-9]))/i

/** Refuses bidirectional control characters in every text, because they reorder the letters around it. */
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
    return err(appError('body-malformed', 'The body is not UTF-8 text. Encode it as UTF-8 and send it again.'))
  }
}

/**
 * Reads a whole body and undoes Content-Encoding: gzip. Limits apply while the body arrives.
 *
 * @param budget counts what is unpacked together with the rest of the request.
 */
export async function readBytes(
  request: Request,
  limit: BodyLimit,
  budget = new UnpackBudget(limit.unpacked),
): Promise<Result<Buffer, AppError>> {
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (encoding !== 'gzip' && encoding !== 'identity') {
    return err(appError('content-type-unknown', `Content-Encoding is ${encoding}; send gzip or none.`))
  }
  if (Number(request.headers.get('content-length') ?? 0) > limit.packed) return err(tooLarge(limit))
  const sent = received(request.body ?? [], limit, budget)
  try {
    return ok(await (encoding === 'identity' ? collect(sent) : gunzip(sent, budget, limit.unpacked)))
  } catch (cause) {
    return err(bodyError(cause, limit))
  }
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The error of a body that exceeds its limit as sent. */
class BodyTooLarge extends Error {}

async function* received(chunks: Chunks, { packed }: BodyLimit, budget: UnpackBudget): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > packed) throw new BodyTooLarge()
    budget.receive(chunk.length)
    yield chunk
  }
}

async function collect(chunks: Chunks): Promise<Buffer> {
  const collected: Uint8Array[] = []
  for await (const chunk of chunks) collected.push(chunk)
  return Buffer.concat(collected)
}

function bodyError(cause: unknown, limit: BodyLimit): AppError {
  if (cause instanceof BodyTooLarge) return tooLarge(limit)
  if (cause instanceof TooMuchUnpacked)
    return appError('body-too-large', `The body is ${cause.message}. ${adviceOf(limit)}`)
  // zlib names its errors Z_DATA_ERROR, Z_BUF_ERROR and so on.
  if (!(cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))) {
    return appError('body-malformed', 'The body ended before it was complete. Send it again.')
  }
  return appError(
    'body-malformed',
    `The gzip data is truncated or damaged (${cause.message}). Compress it again and resend.`,
  )
}

const tooLarge = (limit: BodyLimit): AppError =>
  appError('body-too-large', `The body is over ${sizeText(limit.packed)} as sent. ${adviceOf(limit)}`)

const adviceOf = ({ advice = 'Send less at once.' }: BodyLimit) => advice
