import { err, ok, type Result } from '@assay/domain/result'
import type { RequestFacts } from '../access/request-facts.ts'
import { type AppError, appError } from '../errors.ts'
import { addressOf } from '../http/limit-request.ts'
import type { RateLimiter, Subject } from '../http/rate-limit.ts'
import type { KnownBrowsers } from './known-browsers.ts'

type Limits = { limits: RateLimiter; browsers: KnownBrowsers }

/**
 * Counts an attempt to sign in with a password. A known browser has a separate budget. All others share the budget of
 * the account, of which one address can use only a small part, so that wrong passwords from elsewhere slow down their
 * sender and not the owner.
 */
export async function limitPasswordAttempt(
  { limits, browsers }: Limits,
  request: RequestFacts,
  email: string,
): Promise<Result<true, AppError>> {
  const browser = browsers.find(request, email)
  if (browser !== null) return take(limits, 'sign-in', [{ kind: 'browser', id: browser }])
  const address = addressOf(request)
  return take(limits, 'sign-in', [
    address,
    { kind: 'address-email', id: `${address.id} ${email}` },
    { kind: 'email', id: email },
  ])
}

/**
 * Counts an attempt to enter a code. Attempts in browsers that are not known share the budget of the account; to guess
 * one of a million codes takes months with it, and the owner's browsers have budgets of their own.
 */
export function limitCodeAttempt(
  { limits, browsers }: Limits,
  request: RequestFacts,
  { id, email }: { id: string; email: string },
): Promise<Result<true, AppError>> {
  const browser = browsers.find(request, email)
  const subject: Subject = browser === null ? { kind: 'person', id } : { kind: 'browser', id: browser }
  return take(limits, 'second-factor', [addressOf(request), subject])
}

/** Counts an attempt of a signed-in person to repeat the password, against the budget of the session. */
export const limitPasswordCheck = ({ limits }: Limits, sessionId: string): Promise<Result<true, AppError>> =>
  take(limits, 'sign-in', [{ kind: 'browser', id: sessionId }])

/** Counts a new password of somebody who is not signed in, before its strength is computed. */
export const limitNewPassword = ({ limits }: { limits: RateLimiter }, request: RequestFacts) =>
  take(limits, 'password-check', [addressOf(request)])

/** Counts an attempt against the budgets of the sender's address and of the account. */
export function limitSignInAttempts(
  { limits }: { limits: RateLimiter },
  name: 'sign-in' | 'sign-up',
  request: RequestFacts,
  email: string | null,
): Promise<Result<true, AppError>> {
  const about = email === null ? [] : [{ kind: 'email' as const, id: email }]
  return take(limits, name, [addressOf(request), ...about])
}

async function take(
  limits: RateLimiter,
  name: 'sign-in' | 'sign-up' | 'second-factor' | 'password-check',
  subjects: readonly Subject[],
): Promise<Result<true, AppError>> {
  const taken = await limits.take(name, subjects)
  if (taken.ok) return ok(true)
  const minutes = Math.ceil(taken.retryAfterSeconds / 60)
  return err(appError('too-many-requests', `Too many attempts. Try again in ${minutes} min.`))
}
