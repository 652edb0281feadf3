import type { ServerAddress } from '../server/server-address.ts'
import { startMysqlCounters } from './mysql-counters.ts'
import { startPostgresCounters } from './postgres-counters.ts'
import type { Counters } from './recorded-counters.ts'

/**
 * Starts to record the counters of a server. Null for a server that does not answer and without one, so that the benchmark
 * runs in any case.
 *
 * @param at returns the path of a file by the end of its name.
 */
export async function startCounters(
  address: ServerAddress | null,
  at: (end: string) => string,
): Promise<Counters | null> {
  if (address === null) return null
  return address.kind === 'postgres' ? startPostgresCounters(address, at) : startMysqlCounters(address, at)
}
