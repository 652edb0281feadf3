import { AsyncLocalStorage } from 'node:async_hooks'
import type { WorkKind } from '../types.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Time-outs of Postgres for one transaction, in milliseconds. */
export type Timeouts = {
  /** Maximum time of one statement. */
  statement: number
  /** Maximum time of waiting for a lock of another transaction. */
  lock: number
  /** Maximum time between two statements, while the transaction holds its locks. */
  idleInTransaction: number
}

/** Pages have the shortest time-outs. Jobs may take hours on a slow machine, but must not hold a lock forever. */
export const TIMEOUTS: Record<WorkKind, Timeouts> = {
  page: { statement: 30 * SECOND, lock: 10 * SECOND, idleInTransaction: 30 * SECOND },
  upload: { statement: 2 * MINUTE, lock: 30 * SECOND, idleInTransaction: MINUTE },
  export: { statement: MINUTE, lock: 10 * SECOND, idleInTransaction: MINUTE },
  job: { statement: 30 * MINUTE, lock: 10 * MINUTE, idleInTransaction: 10 * MINUTE },
}

const current = new AsyncLocalStorage<Timeouts>()

/** Runs `work` with these time-outs in every tenant-scoped transaction that it begins. */
export const withTimeouts = <T>(timeouts: Timeouts, work: () => T): T => current.run(timeouts, work)

/** True in the work of a page, which a person or program waits for and can ask again. */
export const isForPage = (): boolean => current.getStore() === TIMEOUTS.page

/**
 * The time-outs by their Postgres names; those of jobs by default.
 *
 * @param fixed time-outs of work that several requests share, independent of the request that started it.
 */
export function timeoutSettings(fixed?: Timeouts): [name: string, milliseconds: number][] {
  const { statement, lock, idleInTransaction } = fixed ?? current.getStore() ?? TIMEOUTS.job
  return [
    ['statement_timeout', statement],
    ['lock_timeout', lock],
    ['idle_in_transaction_session_timeout', idleInTransaction],
  ]
}
