import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { PlainError } from '../plain-error.ts'
import type { OwnerMessage, OwnerOptions } from './protocol.ts'

/** A real Postgres 18 on 127.0.0.1 that belongs to Assay. */
export type EmbeddedPostgres = {
  /** Connection URL of the requested database, as its superuser. */
  url: string
  port: number
  /** Remarks about the start for a person to read; usually empty. */
  notes: string[]
  stop: () => Promise<void>
  /** Calls `react` when it ends without being stopped. */
  onUnexpectedEnd: (react: () => void) => void
}

/**
 * Starts the embedded Postgres whose cluster is in `dataDir`/postgres; creates the cluster and the database when they
 * do not exist, and takes over one that an earlier, killed start left running. It stops when this process ends.
 *
 * @param options.durable false trades safety for speed, for tests.
 * @throws PlainError with the reason and the next step.
 */
export async function startPostgres(options: {
  dataDir: string
  port?: number
  durable?: boolean
  database?: string
}): Promise<EmbeddedPostgres> {
  const ownerOptions: OwnerOptions = {
    durable: true,
    database: 'assay',
    ...options,
    dataDir: resolve(options.dataDir),
  }
  const owner = fork(join(import.meta.dirname, 'owner.ts'), [JSON.stringify(ownerOptions)], {
    detached: true, // Ctrl-C in the terminal is for this process; the database stops after its clients.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const message = await firstMessage(owner)
  if (message.type === 'failed') throw new PlainError(message.message)
  const { url, port, notes } = message
  let stopping = false
  return {
    url,
    port,
    notes,
    stop() {
      stopping = true
      return stopOwner(owner)
    },
    onUnexpectedEnd: (react) => void owner.once('exit', () => stopping || react()),
  }
}

function firstMessage(owner: ChildProcess): Promise<OwnerMessage> {
  let stderr = ''
  owner.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((fulfill, reject) => {
    owner.once('message', (message) => fulfill(message as OwnerMessage)) // owner.ts sends nothing else.
    owner.once('error', reject)
    owner.once('exit', (code, signal) =>
      reject(new PlainError(`The process of the embedded Postgres ended early (${signal ?? code}).\n${stderr}`.trim())),
    )
  })
}

async function stopOwner(owner: ChildProcess): Promise<void> {
  if (owner.exitCode !== null || owner.signalCode !== null) return
  const gone = once(owner, 'exit')
  if (owner.connected) owner.disconnect()
  await gone
}
