import { Client, Pool } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './testing.ts'
import { withClient } from './transaction.ts'

test('a connection that is cut during work fails only that work', async () => {
  const database = await createTestDatabase()
  const pool = new Pool({ connectionString: database.url, max: 1 })
  pool.on('error', () => undefined)
  const admin = new Client({ connectionString: database.url })
  await admin.connect()
  const cut = withClient(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ended = new Promise((resolve) => client.once('end', resolve))
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await ended // No statement is running, so only the event reports the end of the connection.
    await client.query('select 1')
  })
  await expect(cut).rejects.toThrow()
  const answered = await withClient(pool, (client) => client.query<{ one: number }>('select 1 as one'))
  expect(answered.rows).toEqual([{ one: 1 }])
  await pool.end()
  await admin.end()
  await database.drop()
})
