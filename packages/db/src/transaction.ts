import type { Pool, PoolClient } from 'pg'

/**
 * Runs `work` in a transaction: committed when it answers true in `commit`, rolled back when not and when it throws.
 * A connection on which even the rollback fails is thrown away.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<{ commit: boolean; answer: T }>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const { commit, answer } = await work(client)
    await client.query(commit ? 'commit' : 'rollback')
    return answer
  } catch (error) {
    await client.query('rollback').catch((cause: unknown) => {
      broken = new Error('the connection is lost', { cause })
    })
    throw error
  } finally {
    client.release(broken)
  }
}
