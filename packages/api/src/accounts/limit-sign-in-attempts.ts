import { err, ok, type Result } from '@assay/domain/result'
import type { RequestFacts } from '../access/request-facts.ts'
import { type AppError, appError } from '../errors.ts'
import { addressOf } from '../http/limit-request.ts'
import type { RateLimiter } from '../http/rate-limit.ts'

/** Counts an attempt for the address it comes from and the account it is about. */
export async function limitSignInAttempts(
  { limits }: { limits: RateLimiter },
  name: 'sign-in' | 'sign-up',
  request: RequestFacts,
  email: string | null,
): Promise<Result<true, AppError>> {
  const about = email === null ? [] : [{ kind: 'email' as const, id: email }]
  const taken = await limits.take(name, [addressOf(request), ...about])
  if (taken.ok) return ok(true)
  const minutes = Math.ceil(taken.retryAfterSeconds / 60)
  return err(appError('too-many-requests', `Too many attempts. Try again in ${minutes} min.`))
}
