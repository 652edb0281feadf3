import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { SQL_STATE, sqlState } from '../postgres-error.ts'
import { readRows } from './statements.ts'

/** A pool, or anything else that gives connections; `release` of a connection returns it. */
export type ConnectionSource = { connect(): Promise<PoolClient> }

/** Longest wait for a standby that is behind; the primary answers then. */
const MAX_WAIT_MS = 100
const POLL_MS = 5
/** A standby that does not answer is asked again after this time. */
const RETRY_MS = 5_000

const Position = z.object({ position: z.number().nullable() })
/** Everything that was acknowledged is before this position, also if commits do not wait for the disk. */
const COMMITTED = `
  select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end - '0/0')::float8 as position`
/** Null if the server is not a standby, for example after it was promoted. */
const REPLAYED = `select (pg_last_wal_replay_lsn() - '0/0')::float8 as position where pg_is_in_recovery()`

/** State of a request that may read from a standby. */
type Reading = { hasWritten: boolean; committed: { position: Promise<number>; epoch: number } | null }

const current = new AsyncLocalStorage<Reading>()

/** Runs work whose reads of projects may go to a standby. */
export const withStandbyReads = <T>(work: () => T): T => current.run({ hasWritten: false, committed: null }, work)

/**
 * A streaming standby for reads. It answers only if it has replayed everything that was committed when the request was
 * made, so a page shows every change that was acknowledged before, by whichever server. A request that has
 * written reads from the primary. (docs/decisions/209-pages-read-from-a-standby.md)
 */
export class Standby {
  readonly #pool: Pool
  readonly #primary: Pool
  /** Position that each session has reached; a session ends with its server, so it never goes back. */
  readonly #replayed = new WeakMap<PoolClient, number>()
  #epoch = 0
  #retryAt = 0
  /** Number of reads that the standby answered. */
  reads = 0

  constructor({ pool, primary }: { pool: Pool; primary: Pool }) {
    this.#pool = pool
    this.#primary = primary
  }

  /** Demands of all later reads that they see what is committed now, because a cache of the process may contain it. */
  invalidate(): void {
    this.#epoch++
  }

  /** Makes the current request read from the primary from now on. */
  noteWrite(): void {
    const reading = current.getStore()
    if (reading !== undefined) reading.hasWritten = true
  }

  /**
   * Calls `use` with the standby, or with `primary` if the standby may not answer. If the standby fails, `use` is called
   * again with the primary.
   */
  async reading<T>(primary: ConnectionSource, use: (source: ConnectionSource) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    if (client === null) return use(primary)
    let isTaken = false
    const connect = async () => {
      isTaken = true
      return client
    }
    try {
      const answer = await use({ connect })
      this.reads++
      return answer
    } catch (error) {
      if (!isOfStandby(error)) throw error
      return use(primary)
    } finally {
      // An operation that fails before it takes the connection does not return it either.
      if (!isTaken) client.release()
    }
  }

  async #connect(): Promise<PoolClient | null> {
    const reading = current.getStore()
    if (reading === undefined || reading.hasWritten || Date.now() < this.#retryAt) return null
    const needed = await this.#committed(reading)
    let client: PoolClient | null = null
    try {
      client = await this.#pool.connect()
      if (await this.#reaches(client, needed)) return client
    } catch (error) {
      this.#retryAt = Date.now() + RETRY_MS
      const reason = error instanceof Error ? error.message : String(error)
      console.warn(`database     the standby does not answer, so pages read from the primary: ${reason}`)
      client?.release(true)
      return null
    }
    client.release()
    return null
  }

  #committed(reading: Reading): Promise<number> {
    const epoch = this.#epoch
    if (reading.committed?.epoch !== epoch) {
      const position = readRows(this.#primary, Position, COMMITTED).then(
        ([row]) => row?.position ?? Number.POSITIVE_INFINITY,
      )
      reading.committed = { position, epoch }
    }
    return reading.committed.position
  }

  async #reaches(client: PoolClient, needed: number): Promise<boolean> {
    const until = Date.now() + MAX_WAIT_MS
    while ((this.#replayed.get(client) ?? -1) < needed) {
      const [row] = await readRows(client, Position, REPLAYED)
      if (row === undefined || row.position === null) return false
      this.#replayed.set(client, row.position)
      if (row.position >= needed) return true
      if (Date.now() >= until) return false
      await sleep(POLL_MS)
    }
    return true
  }
}

/** Errors that the primary would not have: a write, a conflict with replay, and the loss of the connection. */
const STATES_OF_STANDBY: readonly string[] = [SQL_STATE.readOnlyTransaction, SQL_STATE.serializationFailure]

function isOfStandby(error: unknown): boolean {
  const state = sqlState(error)
  return state === null || state.startsWith('57P') || state.startsWith('08') || STATES_OF_STANDBY.includes(state)
}

const SELECT = /^\s*(?:select|with)\b/i

/** True for statements that look like reads; a standby refuses any that writes, and the primary executes it then. */
export const areReads = (texts: readonly string[]): boolean => texts.every((text) => SELECT.test(text))

/** Operations of Prisma that only read. */
const READ_OPERATIONS = /^(?:find|count|aggregate|groupBy)/

export const isReadOperation = (operation: string): boolean => READ_OPERATIONS.test(operation)
