import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalDump } from '@assay/db/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BackupDrill, openBackupDrill, openRestoreTarget, type RestoreTarget } from '../testing/backup-drill.ts'
import { openDrillServer, readAnswers, storeOf, upload } from '../testing/drill-server.ts'
import { describeSchema, run } from '../testing/empty-database.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup, verifyBackup } from './restore-backup.ts'

// restore-drills.test.ts has later backups, restores over other data, and a restore that was killed.

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

const tablesOf = async (url: string) =>
  run(url, `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)

test('a restored server gives byte-identical responses to the server that was backed up', async () => {
  await target.restore()
  await target.withRestored(async (restored) => {
    // The first report has no count of raw files on a busy machine.
    await expect
      .poll(() => restored.health())
      .toMatchObject({ ready: true, attachments: { referenced: 6, missing: 0 } })
    expect(await readAnswers(restored, drill.tokens)).toEqual(drill.answers)
    for (const { id } of await drill.server.services.db.projects.list()) {
      expect(await canonicalDump(target.url, id)).toBe(await canonicalDump(drill.source.url, id))
    }
    // The server accepts uploads, and shows them at once.
    await upload(restored, drill.tokens.first ?? '', { slug: 'first', repeat: 9, version: '19.0' })
    expect((await readAnswers(restored, drill.tokens))[0]).toContain('19.0')
  })
  expect(await describeSchema(target.url)).toEqual(await describeSchema(drill.source.url))
})

test('a damaged or missing file is named, and nothing is restored', async () => {
  const directory = drill.copyOfBackups()
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
    (file) => statSync(join(directory, file)).isFile() && !file.endsWith('backup.json'),
  )
  // One file of each kind: tables, files of the data directory, the list of raw files and a raw file.
  const kinds = [/run\.copy\.zst$/, /secret$/, /list\.zst$/, /\.gz$/].map((kind) =>
    files.find((file) => kind.test(file)),
  )
  for (const file of kinds) {
    const path = join(directory, file ?? '')
    const content = readFileSync(path)
    appendFileSync(path, 'x')
    if (path.endsWith('.gz')) rmSync(path)
    await expect(target.restore(directory)).rejects.toThrow(path)
    expect(await tablesOf(target.url)).toEqual([])
    cpSync(join(drill.backups, file ?? ''), path)
    expect(readFileSync(path)).toEqual(content)
  }
  await verifyBackup(directory)
  rmSync(directory, { recursive: true })
})

test('a failed restore puts back the previous data', async () => {
  await target.restore()
  await run(target.url, `update project set name = 'changed'`)
  const schema = await describeSchema(target.url)
  const failing = { ...storeOf(target.dataDir), put: () => Promise.reject(new Error('the disk is full')) }
  const attempt = restoreBackup({ ...target.settings, store: failing, replace: true }, drill.backups, drill.name)
  await expect(attempt).rejects.toThrow('the disk is full')
  expect(await run(target.url, 'select distinct name from project')).toEqual([{ name: 'changed' }])
  expect(await describeSchema(target.url)).toEqual(schema)
})

test('a database without its secret or its raw files is not ready', async () => {
  await target.restore()
  rmSync(join(target.dataDir, 'secret'))
  await target.withRestored(async (restored) => {
    expect(await restored.health()).toMatchObject({ ready: false, code: 'secret-differs' })
  })
  const earlier = readFileSync(join(drill.server.dataDir, 'secret'), 'utf8').trim()
  const rotated = openDrillServer(target.url, target.dataDir, {
    ASSAY_SECRET: 'a new secret of more than 32 characters',
    ASSAY_SECRET_PREVIOUS: earlier,
  })
  expect(await rotated.health()).toMatchObject({ ready: true })
  await rotated.services.db.server.acceptSecret(drill.server.services.secretFingerprint)
  await rotated.stop()
  cpSync(join(drill.server.dataDir, 'secret'), join(target.dataDir, 'secret'))
  rmSync(join(target.dataDir, 'attachments'), { recursive: true })
  await target.withRestored(async (restored) => {
    await expect.poll(() => restored.health()).toMatchObject({ ready: false, code: 'attachments-missing' })
    expect(JSON.stringify(await restored.health())).toContain('6 of 6 raw files')
    // The raw files are back without a restart.
    cpSync(join(drill.server.dataDir, 'attachments'), join(target.dataDir, 'attachments'), { recursive: true })
    expect(await restored.health()).toMatchObject({ ready: true })
  })
})

test('another secret than that of the backup is refused before anything is written', async () => {
  await expect(
    target.restore(drill.backups, { givenSecret: 'another secret of more than 32 characters' }),
  ).rejects.toThrow('ASSAY_SECRET is not the secret of this backup')
  expect(await tablesOf(target.url)).toEqual([])
})

test('raw files that the store lost are counted in the backup, which still completes', async () => {
  const lost = mkdtempSync(join(tmpdir(), 'assay-lost-'))
  const directory = mkdtempSync(join(tmpdir(), 'assay-backups-'))
  const made = await createBackup(
    { url: drill.source.url, dataDir: lost, secret: 'a secret for tests, which is no secret', store: storeOf(lost) },
    directory,
  )
  expect(made.manifest.attachments.count).toBe(0)
  expect(made.manifest.attachments.missing.length).toBeGreaterThanOrEqual(6)
  for (const path of [lost, directory]) rmSync(path, { recursive: true })
})

test('raw files of a run that is deleted stay while a backup reads the database', async () => {
  const { db } = drill.server.services
  expect(await db.server.backupIsRunning()).toBe(false)
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: drill.source.url })
  await client.connect()
  await client.query('select pg_advisory_lock_shared($1)', [0x4153424b])
  expect(await db.server.backupIsRunning()).toBe(true)
  await client.end()
})
