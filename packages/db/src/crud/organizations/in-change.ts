import type { PoolClient } from 'pg'

/** Runs what changes something in a transaction, together with the line that it writes into the trail. */
export type Change = <T>(work: (client: PoolClient) => Promise<T>, begin?: string) => Promise<T>

/** Holds an organization until the end, so that changes of its owners come one after the other. */
export const HOLD_ORGANIZATION = 'select from organization where id = $1 for update'
