import { err } from '@assay/domain/result'
import { appError } from './errors.ts'
import { orThrow } from './trpc.ts'

/**
 * Returns the value, or throws a 404 with the next step. The error is the same for a row that does not exist and one of
 * another project.
 */
export function orNotFound<T>(value: T | null, what: string): T {
  if (value !== null) return value
  return orThrow(
    err(appError('not-found', `There is no such ${what} in this project. Go back to the list and choose another.`)),
  )
}
