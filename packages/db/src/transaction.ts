import type { PoolClient } from 'pg'
import type { ConnectionSource } from './scope/read-replica.ts'

/**
 * Lends a connection of the pool to `work`; it is closed instead of returned if `work` fails with an error that
 * Postgres did not send.
 */
export async function withClient<T>(pool: ConnectionSource, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  // A lost connection also emits an error here, and without a listener that would end the process.
  const onCut = () => {
    broken = true
  }
  client.on('error', onCut)
  try {
    return await work(client)
  } catch (error) {
    // After an error that the server sent, the connection is still usable; after other errors it may not be.
    broken ||= !(error instanceof Error && 'severity' in error && error.severity === 'ERROR')
    throw error
  } finally {
    client.off('error', onCut)
    client.release(broken)
  }
}

/**
 * Runs `work` in a transaction. It is committed if `work` requests it; otherwise, and if `work` throws, it is rolled
 * back.
 *
 * @param begin statements that begin the transaction and set its local settings.
 */
export async function inTransaction<T>(
  client: PoolClient,
  work: () => Promise<{ commit: boolean; answer: T }>,
  begin = 'begin',
): Promise<T> {
  try {
    await client.query(begin)
    const { commit, answer } = await work()
    await client.query(commit ? 'commit' : 'rollback')
    return answer
  } catch (error) {
    // If the rollback fails too, the connection and its transaction are lost; the first error is more useful.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
