import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BackupDrill, openBackupDrill, openRestoreTarget, type RestoreTarget } from '../testing/backup-drill.ts'
import { readAnswers, upload } from '../testing/drill-server.ts'
import { run } from '../testing/empty-database.ts'
import { isArchive, withUnpacked, writeArchive } from './backup-archive.ts'
import { restoreBackup } from './restore-backup.ts'

// Later backups, restores over other data, a restore that was killed, and a backup in one file; backup.test.ts has the
// others.

let drill: BackupDrill
let target: RestoreTarget

beforeAll(async () => {
  drill = await openBackupDrill()
})
afterAll(() => drill.close())
beforeEach(async () => {
  target = await openRestoreTarget(drill)
  return () => target.close()
})

test('a second backup of a directory copies new raw files only, and the first one can still be restored', async () => {
  const directory = drill.copyOfBackups()
  await upload(drill.server, drill.tokens.second ?? '', { slug: 'second', repeat: 4, version: '18.2' })
  const later = await drill.backUp(directory, new Date(Date.now() + 60_000))
  expect([later.copied, later.manifest.attachments.count]).toEqual([1, 7])
  await target.restore(directory)
  await target.withRestored(async (restored) =>
    expect(await readAnswers(restored, drill.tokens)).toEqual(drill.answers),
  )
  await target.restore(directory, { replace: true, name: later.name })
  await target.withRestored(async (restored) => {
    expect(await readAnswers(restored, drill.tokens)).toEqual(await readAnswers(drill.server, drill.tokens))
  })
  rmSync(directory, { recursive: true })
})

test('a database with data is unchanged unless its replacement is requested', async () => {
  await target.restore()
  await expect(target.restore()).rejects.toThrow('already holds data of Assay. Restore into an empty one, or replace')
  await run(target.url, `update project set name = 'changed'`)
  await target.restore(drill.backups, { replace: true })
  await target.withRestored(async (restored) => {
    expect(await readAnswers(restored, drill.tokens)).toEqual(drill.answers)
    await expect(target.restore(drill.backups, { replace: true })).rejects.toThrow('is connected to the database')
  })
  const schemas = await run(target.url, `select nspname from pg_namespace where nspname like '%before_restore'`)
  expect(schemas).toEqual([])
})

test('a server over a killed restore is not ready until the restore is repeated', async () => {
  await target.restore()
  await run(target.url, `comment on schema public is 'Assay: unfinished restore from here'`)
  await target.withRestored(async (restored) => {
    expect(await restored.health()).toMatchObject({ ready: false, code: 'restore-unfinished' })
  })
  await target.restore()
  await target.withRestored(async (restored) => expect(await restored.health()).toMatchObject({ ready: true }))
})

test('a backup in one file can be restored', async () => {
  const file = join(target.dataDir, 'backup.tar')
  expect(isArchive(file)).toBe(true)
  await writeArchive(file, (directory) => drill.backUp(directory))
  expect(readdirSync(target.dataDir)).toEqual(['backup.tar'])
  await withUnpacked(file, (directory) => restoreBackup(target.settings, directory))
  await target.withRestored(async (restored) => {
    expect(await readAnswers(restored, drill.tokens)).toEqual(await readAnswers(drill.server, drill.tokens))
  })
  expect(readdirSync(target.dataDir).filter((one) => one.includes('tar'))).toEqual(['backup.tar'])
})
