import { type Client, Pool } from 'pg'
import { BatchingSocket } from './batching-socket.ts'
import { observedClient } from './observed-client.ts'

/** Opens a pool of at most `max` connections, which are opened when they are needed. */
export function openPool(url: string, max: number, client: typeof Client, connectionTimeoutMillis = 10_000): Pool {
  const settings = {
    connectionString: url,
    max,
    application_name: 'assay',
    connectionTimeoutMillis,
    keepAlive: true,
    // Sends the statements of a batch together. pg's types lack this option.
    pipeline: true,
    stream: () => new BatchingSocket(),
    Client: observedClient(client),
  }
  const pool = new Pool(settings)
  // An idle connection that the server closes is replaced at the next use. Without a listener this event would end the
  // process.
  pool.on('error', () => undefined)
  // The same event occurs for a connection in use; its statement fails as well, so the error is not lost.
  pool.on('connect', (connected) => connected.on('error', () => undefined))
  return pool
}
