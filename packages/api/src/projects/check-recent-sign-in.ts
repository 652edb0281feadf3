import { err, type Result } from '@assay/domain/result'
import { requireRecentSignIn } from '../accounts/recent-sign-in.ts'
import { type AppError, appError } from '../errors.ts'
import type { Context } from '../trpc.ts'

/** For what gives others a way in, or cannot be undone: a person whose sign-in is not old. */
export function checkRecentSignIn({ services, caller }: Context): Result<true, AppError> {
  if (caller.kind === 'person') return requireRecentSignIn(caller.person, services.now())
  return err(appError('token-missing', 'This action needs a signed-in person; tokens cannot do it. Sign in.'))
}
