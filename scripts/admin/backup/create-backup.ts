import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AttachmentStore } from '@assay/api/attachments/attachment-store'
import { BACKUP_LOCK } from '@assay/db/server-marks'
import type pg from 'pg'
import { z } from 'zod'
import { ROOT } from '../../lib/bootstrap/node.mjs'
import { isDistributed } from '../../lib/migrate/distributed-script.ts'
import { parseDatabaseUrl, whereIs, withClient } from '../../lib/migrate/migration-connection.ts'
import { readPrismaFiles } from '../../lib/migrate/migration-files.ts'
import { readHistory } from '../../lib/migrate/migration-history.ts'
import { PlainError } from '../../lib/plain-error.ts'
import { countServerSessions } from '../distribute/distribution-plan.ts'
import { backUpAttachments } from './backup-attachments.ts'
import { backUpFiles } from './backup-files.ts'
import { dumpTables } from './dump-tables.ts'
import { flush } from './hashed-file.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { listSequences } from './tables.ts'

type BackupSource = { url: string; dataDir: string; secret: string; store: AttachmentStore }
type MadeBackup = { name: string; manifest: Manifest; copied: number }

/**
 * Creates a consistent backup of database, raw files and secret in a directory, while the server runs. All tables come
 * from one snapshot, and raw files are stored before a row references them, so every file of the snapshot exists.
 *
 * @throws PlainError when it could not be completed; only contents of raw files are left of it then.
 */
export async function createBackup(source: BackupSource, directory: string, now = new Date()): Promise<MadeBackup> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const name = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const unfinished = join(directory, `.unfinished-${randomUUID()}`)
  await mkdir(unfinished, { mode: 0o700 })
  try {
    const made = await withClient(parseDatabaseUrl(source.url), async (client) => {
      await checkOneSnapshot(client)
      return inSnapshot(client, () => write(client, source, { directory, folder: unfinished, now }))
    })
    await flush(unfinished)
    await rename(unfinished, join(directory, name)).catch((cause: unknown) => {
      throw new PlainError(`${join(directory, name)} exists already. Wait a second and try again.`, { cause })
    })
    await flush(directory)
    return { name, ...made }
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Nodes of a distributed database have no common snapshot, so nobody may write meanwhile. */
async function checkOneSnapshot(client: pg.Client): Promise<void> {
  if (!(await isDistributed(client))) return
  const sessions = await countServerSessions(client)
  if (sessions === 0) return
  throw new PlainError(
    `The database is distributed over several nodes, which have no common snapshot, and servers or workers have ${sessions} connections to it. Stop them and try again.`,
  )
}

/**
 * Holds a lock that keeps raw files of runs that are deleted meanwhile (packages/api/src/attachments/remove-files.ts).
 */
export async function inSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock_shared($1)', [BACKUP_LOCK])
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = UTC')
  await client.query('begin isolation level repeatable read, read only')
  const answer = await work()
  await client.query('commit')
  return answer
}

async function write(
  client: pg.Client,
  source: BackupSource,
  { directory, folder, now }: { directory: string; folder: string; now: Date },
): Promise<Omit<MadeBackup, 'name'>> {
  const { applied, pending } = await readHistory(client, readPrismaFiles().migrations)
  if (applied.length === 0) {
    throw new PlainError(
      `The database ${whereIs(parseDatabaseUrl(source.url))} holds no data of Assay: no migration was applied.`,
    )
  }
  const { rows } = await client.query('show server_version')
  const tables = await dumpTables(client, folder)
  const { entry, copied } = await backUpAttachments(client, source.store, { directory, folder })
  const manifest: Manifest = {
    format: 1,
    createdAt: now.toISOString(),
    assay: assayVersion(),
    postgres: String(rows[0]?.server_version),
    migrations: applied.filter((migration) => !pending.includes(migration)),
    tables,
    sequences: await listSequences(client),
    files: await backUpFiles(folder, source),
    attachments: entry,
  }
  writeManifest(folder, manifest)
  return { manifest, copied }
}

const Package = z.object({ version: z.string() })

export const assayVersion = (): string =>
  Package.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version
