import { err, ok, type Result } from '@assay/domain/result'
import type { Person } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'

/** Actions that change who has access need a sign-in of at most this age. */
export const MAX_SIGN_IN_AGE_MS = 15 * 60 * 1000

const isRecentlySignedIn = (person: Pick<Person, 'signedInAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(person.signedInAt) < MAX_SIGN_IN_AGE_MS

/** Refuses a person whose sign-in is older than 15 minutes; a page then redirects to `/sign-in?again=1&next=…`. */
export function requireRecentSignIn(person: Pick<Person, 'signedInAt'>, now: Date): Result<true, AppError> {
  if (isRecentlySignedIn(person, now)) return ok(true)
  return err(
    appError('sign-in-too-old', 'This action needs a sign-in within the last 15 minutes. Sign in again and repeat it.'),
  )
}
