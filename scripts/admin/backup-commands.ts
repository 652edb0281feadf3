import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readServerSecret } from '@assay/api/accounts/server-secret'
import { openAttachmentStore } from '@assay/api/attachments/open-attachment-store'
import { PlainError } from '../lib/plain-error.ts'
import { makeDataDirectory } from '../lib/postgres/data-directory.ts'
import type { Settings } from '../start/settings.ts'
import type { Flags } from './admin.ts'
import { isArchive, withUnpacked, writeArchive } from './backup/backup-archive.ts'
import { createBackup } from './backup/create-backup.ts'
import type { Manifest } from './backup/manifest.ts'
import { restoreBackup, verifyBackup } from './backup/restore-backup.ts'
import { setAsideOtherMajor, withDatabase, withRunningDatabase } from './with-database.ts'

const EXIT_INCOMPLETE = 3

export async function backUp(settings: Settings, path: string): Promise<number> {
  const { dataDir, accounts } = settings
  if (settings.databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) {
    throw new PlainError(
      `${dataDir} holds no embedded Postgres. Set ASSAY_DATA_DIR or DATABASE_URL as the server has it.`,
    )
  }
  const target = resolve(path)
  return withRunningDatabase(settings, async ({ url, where }) => {
    const secret = readServerSecret({ dataDir, given: accounts.secret })
    const source = { url, dataDir, secret, store: openAttachmentStore(settings) }
    const make = (directory: string) => createBackup(source, directory)
    const { name, manifest, copied } = isArchive(target) ? await writeArchive(target, make) : await make(target)
    console.log(`backed up ${where}\n  to ${isArchive(target) ? target : join(target, name)}`)
    console.log(`  ${summary(manifest)}, ${copied} of them copied now`)
    const { missing } = manifest.attachments
    if (missing.length === 0) return 0
    console.error(`  ${missing.length} raw files are missing from the attachment store, such as ${missing[0]}.`)
    return EXIT_INCOMPLETE
  })
}

export async function restore(settings: Settings, path: string, { name, replace }: Flags): Promise<number> {
  const { dataDir, accounts } = settings
  makeDataDirectory(dataDir)
  return withUnpacked(resolve(path), async (directory) => {
    const aside = setAsideOtherMajor(settings, replace)
    if (aside !== null) console.log(`the earlier cluster is in ${aside} now; delete it when the server works`)
    return withDatabase(settings, async ({ url, where }) => {
      const target = { url, dataDir, givenSecret: accounts.secret, store: openAttachmentStore(settings), replace }
      const manifest = await restoreBackup(target, directory, name)
      console.log(`restored the backup of ${manifest.createdAt}\n  into ${where}\n  ${summary(manifest)}`)
      return 0
    })
  })
}

export async function verify(_settings: Settings, path: string, { name }: Flags): Promise<number> {
  return withUnpacked(resolve(path), async (directory) => {
    const { manifest } = await verifyBackup(directory, name)
    console.log(`the backup of ${manifest.createdAt} is whole\n  ${summary(manifest)}`)
    return 0
  })
}

function summary({ tables, attachments, postgres }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `Postgres ${postgres}, ${tables.length} tables, ${rows} rows, ${attachments.count} raw files`
}
