import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttachmentStore } from '@assay/api/attachments/attachment-store'
import type pg from 'pg'
import { migrateInChild } from '../../lib/migrate/migrate-in-child.ts'
import { parseDatabaseUrl, withClient } from '../../lib/migrate/migration-connection.ts'
import { PRISMA_DIRECTORY, readPrismaFiles } from '../../lib/migrate/migration-files.ts'
import { PlainError } from '../../lib/plain-error.ts'
import { restoreAttachments, verifyAttachments } from './backup-attachments.ts'
import { checkSecret, restoreFiles } from './backup-files.ts'
import { sha256OfFile } from './hashed-file.ts'
import { loadTables } from './load-tables.ts'
import { type Manifest, openBackup } from './manifest.ts'
import { beginRestore, checkTarget, finishRestore, undoRestore } from './restore-target.ts'

type RestoreTarget = {
  url: string
  dataDir: string
  /** ASSAY_SECRET, when it is set. */
  givenSecret: string | undefined
  store: AttachmentStore
  replace: boolean
}

/**
 * Reads a whole backup and checks every hash and every raw file.
 *
 * @throws PlainError that names the first file that is missing or damaged.
 */
export async function verifyBackup(directory: string, name?: string): Promise<{ folder: string; manifest: Manifest }> {
  const { folder, manifest } = openBackup(directory, name)
  for (const { file, sha256 } of [...manifest.tables, ...manifest.files, manifest.attachments]) {
    const found = await sha256OfFile(join(folder, file)).catch(() => null)
    if (found === sha256) continue
    const what = found === null ? 'is absent' : 'is damaged: its SHA-256 is not the one in backup.json'
    throw new PlainError(`${join(folder, file)} ${what}. Nothing was restored; use another backup.`)
  }
  await verifyAttachments(directory, folder, manifest.attachments.count)
  return { folder, manifest }
}

/**
 * Restores a backup as a whole: it is read and checked first, then loaded next to the current data, which is dropped at
 * the end. A failed restore puts the current data back; a killed one leaves a mark, with which no server is ready.
 */
export async function restoreBackup(target: RestoreTarget, directory: string, name?: string): Promise<Manifest> {
  const { folder, manifest } = await verifyBackup(directory, name)
  checkMigrations(manifest)
  checkSecret(folder, { dataDir: target.dataDir, given: target.givenSecret, replace: target.replace })
  const connection = parseDatabaseUrl(target.url)
  await withClient(connection, async (client) => {
    await checkTarget(client, { connection, replace: target.replace })
    await beginRestore(client, folder)
    try {
      await load(client, target, { folder, directory, manifest })
    } catch (error) {
      await undoRestore(client)
      throw error
    }
    restoreFiles(folder, { dataDir: target.dataDir, given: target.givenSecret, files: manifest.files })
    await finishRestore(client)
    await client.query('analyze')
  })
  return manifest
}

/** Later migrations change existing rows, so they run after the rows were loaded. */
async function load(
  client: pg.Client,
  { url, store }: RestoreTarget,
  { folder, directory, manifest }: { folder: string; directory: string; manifest: Manifest },
): Promise<void> {
  await applyMigrations(url, manifest.migrations)
  await loadTables(client, { folder, manifest })
  await restoreAttachments(directory, folder, store)
  if (manifest.migrations.length < readPrismaFiles().migrations.length) await migrateInChild(url)
}

function checkMigrations({ migrations, assay }: Manifest): void {
  const known = new Set(readPrismaFiles().migrations.map(({ name }) => name))
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new PlainError(
    `The backup was made by Assay ${assay}, which has the migration ${unknown.join(', ')} that this version lacks. Update this checkout and try again.`,
  )
}

/** Applies the migrations of the backup and no later ones. */
async function applyMigrations(url: string, names: readonly string[]): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-migrations-'))
  try {
    cpSync(join(PRISMA_DIRECTORY, 'schema.prisma'), join(directory, 'schema.prisma'))
    for (const name of names) {
      cpSync(join(PRISMA_DIRECTORY, 'migrations', name), join(directory, 'migrations', name), { recursive: true })
    }
    await migrateInChild(url, directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
