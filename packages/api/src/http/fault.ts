import { type AppError, appError } from '../errors.ts'

/**
 * Errors of node-postgres, of Postgres itself and of Prisma that mean "not now": connection refused, cut, shutting down,
 * full. P2028 is a transaction that could not begin in time.
 */
const NOT_NOW = /^(ECONN\w+|EPIPE|ETIMEDOUT|57P0[1-3]|53\d{3}|08\w{3}|P1001|P1002|P1008|P1017|P2024|P2028|P2037)$/
const NOT_NOW_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Code: `(57P0[1-3]|53\d{3}|08\w{3})`/

/** The answer to a bug, whose stack is logged and not sent. */
export const BUG = 'This is a bug, not your input. It was logged; please report it.'

export const DATABASE_AWAY: AppError = appError(
  'unavailable',
  'The database does not answer right now. Nothing was stored; try again in a few seconds.',
)

/** True when a fault means that the database is away or has no connection left; otherwise it is a bug. */
export function isNotNow(cause: unknown): boolean {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && NOT_NOW.test(error.code)) return true
    if (NOT_NOW_MESSAGE.test(error.message)) return true
    if (error instanceof AggregateError && error.errors.some(isNotNow)) return true
  }
  return false
}
