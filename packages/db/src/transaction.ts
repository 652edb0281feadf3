import type { Pool, PoolClient } from 'pg'

/** Lends a connection of the pool; one on which `work` failed for a reason of its own is thrown away. */
export async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  // A lost connection also emits an error here, and an error without a listener would end the process.
  const onCut = () => {
    broken = true
  }
  client.on('error', onCut)
  try {
    return await work(client)
  } catch (error) {
    // An error that the server sent leaves the connection as it was; anything else may not.
    broken ||= !(error instanceof Error && 'severity' in error && error.severity === 'ERROR')
    throw error
  } finally {
    client.off('error', onCut)
    client.release(broken)
  }
}

/**
 * Runs `work` in a transaction. It is committed when `work` requests it; otherwise, and when `work` throws, it is
 * rolled back.
 *
 * @param begin the statements that begin the transaction and set its local settings.
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
    // If rollback fails too, the connection and with it the transaction are lost; the first error is more useful.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
