import { type AppError, appError } from '../errors.ts'
import type { Need } from './access-need.ts'
import { type Caller, needsScope, nobodyMay, type Verb } from './resolve-access.ts'

/** The error for a token, or for an anonymous caller, that requests an action for signed-in people only. */
export const personNeeded = (): AppError =>
  appError('token-missing', 'This action needs a signed-in person; tokens cannot do it. Sign in.')

/**
 * Returns the refusal of a caller who cannot use an endpoint with this need in any project; null for others. The check
 * needs neither the database nor the body of the request, so it runs first.
 */
export function refuseCaller(need: Need, caller: Caller): AppError | null {
  switch (need) {
    case 'anybody':
    case 'read':
      return null
    case 'upload':
    case 'push':
    case 'upload-to':
      return refuseVerb('upload', caller)
    case 'import':
      return caller.kind === 'person' ? null : refuseVerb('upload', caller)
    case 'write':
    case 'remove':
    case 'audit':
    case 'manage':
    case 'own':
      return refuseVerb(need, caller)
    default:
      return caller.kind === 'person' ? null : personNeeded()
  }
}

function refuseVerb(verb: Verb, caller: Caller): AppError | null {
  if (caller.kind === 'token') return needsScope(caller, verb)
  return caller.kind === 'anonymous' || verb === 'upload' ? nobodyMay(verb) : null
}
