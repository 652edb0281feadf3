import { hash } from 'node:crypto'
import type { IdempotentRequest } from '@assay/db/types'
import { canonicalJson } from '@assay/domain/json/canonical-json'
import { err, ok, type Result } from '@assay/domain/result'
import { uuidFromHex } from '@assay/domain/run/uuid-from-hex'
import type { ProjectAccess, Verb } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { answerSent } from './answer-in-project.ts'
import type { RestCall } from './route.ts'

/**
 * Header of a request that may be sent again after its response was lost; requests with the same key are stored once.
 */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'
export const KEY_DESCRIPTION =
  'A unique key of the request, such as a UUID, at most 255 visible characters. A repeated request of the same token with the same body is stored once, and the response is how things stand then; with another body it is refused as key-reused. What was refused was not stored, and may be sent again.'

/** `answerSent` for requests with an Idempotency-Key, which are stored once. */
export const withIdempotencyKey = <P extends { project: string }>(
  call: Pick<RestCall<P>, 'services' | 'caller' | 'path' | 'request'>,
  verb: Verb,
  answer: (
    access: ProjectAccess,
    body: unknown,
    sent: IdempotentRequest | undefined,
  ) => Promise<Result<object, AppError>>,
  status = 200,
): Promise<Response> =>
  answerSent(
    call,
    verb,
    async (access, body) => {
      const sent = sentOnce(call.request, body)
      return sent.ok ? answer(access, body, sent.value) : sent
    },
    status,
  )

/** The IETF draft writes the key as a string in quotation marks; most clients send it without. */
function sentOnce(request: Request, body: unknown): Result<IdempotentRequest | undefined, AppError> {
  const header = request.headers.get(IDEMPOTENCY_KEY)
  if (header === null) return ok(undefined)
  const key = header.trim().replace(/^"(.*)"$/, '$1')
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    return err(
      appError('query-invalid', `${IDEMPOTENCY_KEY}: send 1 to 255 visible characters of ASCII, without spaces.`),
    )
  }
  const { pathname } = new URL(request.url)
  return ok({
    once: uuidFromHex(hash('sha256', `${IDEMPOTENCY_KEY} ${key}`, 'hex'), '8'),
    request: hash('sha256', `${request.method} ${pathname}\n${canonicalJson(body)}`, 'hex'),
  })
}
