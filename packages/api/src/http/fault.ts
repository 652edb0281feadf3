import { type AppError, appError } from '../errors.ts'

/** Errors of node-postgres and of Postgres itself that mean "not now": connection refused, cut, shutting down, full. */
const NOT_NOW = /^(ECONN\w+|EPIPE|ETIMEDOUT|57P0[1-3]|53\d{3}|08\w{3})$/

/** What is told of a bug; its stack is logged, and stays here. */
export const BUG = 'This is a bug, not your input. It was logged; please report it.'

export const DATABASE_AWAY: AppError = appError(
  'unavailable',
  'The database does not answer right now. Nothing was stored; try again in a few seconds.',
)

/** Whether a fault means that the database is away or has no connection left, and not that we have a bug. */
export function isNotNow(cause: unknown): boolean {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && NOT_NOW.test(error.code)) return true
    if (/Connection terminated|timeout exceeded when trying to connect/.test(error.message)) return true
    if (error instanceof AggregateError && error.errors.some(isNotNow)) return true
  }
  return false
}
