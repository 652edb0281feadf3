import { type AppError, appError } from '../errors.ts'
import { quotaError } from '../quotas/quota-error.ts'

/**
 * Errors of node-postgres, Postgres and Prisma that are temporary: connection refused, cut, shutting down, full. P2028
 * is a transaction that could not begin in time.
 */
const NOT_NOW = /^(ECONN\w+|EPIPE|ETIMEDOUT|57P0[1-3]|53\d{3}|08\w{3}|P1001|P1002|P1008|P1017|P2024|P2028|P2037)$/
const NOT_NOW_MESSAGE =
  /Connection terminated|is not queryable|timeout exceeded when trying to connect|^timeout expired$/

/** The response to a bug, whose stack is logged and not sent. */
export const BUG = 'This is a bug, not your input. It was logged; please report it.'

const DATABASE_AWAY: AppError = appError(
  'unavailable',
  'The database does not answer right now. Nothing was stored; try again in a few seconds.',
)

const TOO_HEAVY: AppError = appError(
  'too-heavy',
  'The database took longer than this request may take. Nothing was stored. Request less at once: fewer versions, metrics, tests or runs.',
)

/** `RunIndexNotReady` of packages/db. */
const INDEX_NOT_READY = 'RUN_INDEX_NOT_READY'

const indexNotReady = (error: Error): AppError => {
  const runs = 'runs' in error ? Number(error.runs).toLocaleString('en') : '0'
  return appError(
    'unavailable',
    `The runs of this project are being read into memory, after a start or because a run was removed: ${runs} so far. Nothing was stored; try again in a few seconds.`,
  )
}

const LOCKED: AppError = appError(
  'unavailable',
  'Another change holds the same rows for too long. Nothing was stored; try again in a few seconds.',
)

/**
 * SQLSTATE of a statement that was canceled by its time-out, and of a wait for a lock and of a transaction that were
 * ended.
 */
const CANCELED = '57014'
const GIVEN_UP = /^(55P03|25P03)$/
/** Prisma names the SQLSTATE in its message. */
const STATE_IN_MESSAGE = /Code: `(\w{5})`/

/** Thrown when work was ended because it exceeded a limit, by functions that do not return errors. */
export class WorkRefused extends Error {
  readonly error: AppError
  constructor(error: AppError) {
    super(error.detail)
    this.error = error
  }
}

/**
 * Returns the error of a fault that is not a bug: the database is unavailable, or a time-out or another limit was
 * reached; null for a bug.
 */
export function faultError(cause: unknown): AppError | null {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if (error instanceof WorkRefused) return error.error
    const overQuota = quotaError(error)
    if (overQuota !== null) return overQuota
    const state = 'code' in error && typeof error.code === 'string' ? error.code : ''
    const inMessage = STATE_IN_MESSAGE.exec(error.message)?.[1] ?? ''
    if (state === INDEX_NOT_READY) return indexNotReady(error)
    if (state === CANCELED || inMessage === CANCELED) return TOO_HEAVY
    if (GIVEN_UP.test(state) || GIVEN_UP.test(inMessage)) return LOCKED
    if (NOT_NOW.test(state) || NOT_NOW.test(inMessage) || NOT_NOW_MESSAGE.test(error.message)) return DATABASE_AWAY
    if (error instanceof AggregateError) {
      const inner = error.errors.map(faultError).find((one) => one !== null)
      if (inner !== undefined) return inner
    }
  }
  return null
}
