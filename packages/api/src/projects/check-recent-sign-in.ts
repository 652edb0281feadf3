import { err, type Result } from '@assay/domain/result'
import { requireRecentSignIn } from '../accounts/recent-sign-in.ts'
import { type AppError, appError } from '../errors.ts'
import type { Context } from '../trpc.ts'

/** Requires a recent sign-in, for actions that grant access or cannot be undone. */
export function checkRecentSignIn({ services, caller }: Context): Result<true, AppError> {
  if (caller.kind === 'person') return requireRecentSignIn(caller.person, services.now())
  return err(appError('token-missing', 'This action needs a signed-in person; tokens cannot do it. Sign in.'))
}
