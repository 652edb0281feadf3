import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalDump, createTestDatabase, type TestDatabase } from '@assay/db/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DrillServer, fillServer, openDrillServer, readAnswers, storeOf, upload } from '../testing/drill-server.ts'
import { createEmptyDatabase, describeSchema, run } from '../testing/empty-database.ts'
import { isArchive, withUnpacked, writeArchive } from './backup-archive.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup, verifyBackup } from './restore-backup.ts'

let source: TestDatabase
let server: DrillServer
let tokens: Record<string, string>
let answers: string[]
let backups: string
let name: string

beforeAll(async () => {
  source = await createTestDatabase()
  server = openDrillServer(source.url)
  tokens = await fillServer(server)
  expect(await server.health()).toMatchObject({ ready: true, attachments: { referenced: 6, missing: 0 } })
  answers = await readAnswers(server, tokens)
  expect(answers.filter((answer) => !/ 200 /.test(answer))).toEqual([])
  backups = mkdtempSync(join(tmpdir(), 'assay-backups-'))
  name = (await backUp()).name
})
afterAll(async () => {
  await server.stop()
  await source.drop()
  server.remove()
  rmSync(backups, { recursive: true })
})

let target: { url: string; drop: () => Promise<unknown> }
let dataDir: string
beforeEach(async () => {
  target = await createEmptyDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'assay-restored-'))
  return async () => {
    await target.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

const backUp = (directory = backups, now = new Date()) => {
  const secret = readFileSync(join(server.dataDir, 'secret'), 'utf8').trim()
  return createBackup(
    { url: source.url, dataDir: server.dataDir, secret, store: storeOf(server.dataDir) },
    directory,
    now,
  )
}
const restore = (directory = backups, changes: { givenSecret?: string; replace?: boolean; name?: string } = {}) =>
  restoreBackup(
    { url: target.url, dataDir, givenSecret: undefined, store: storeOf(dataDir), replace: false, ...changes },
    directory,
    changes.name ?? name,
  )
const withRestored = async <T>(use: (restored: DrillServer) => Promise<T>): Promise<T> => {
  const restored = openDrillServer(target.url, dataDir)
  try {
    return await use(restored)
  } finally {
    await restored.stop()
  }
}
const copyOfBackups = () => {
  const copy = mkdtempSync(join(tmpdir(), 'assay-damaged-'))
  cpSync(backups, copy, { recursive: true })
  return copy
}
const tablesOf = async (url: string) =>
  run(url, `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)

test('a restored server gives byte-identical responses to the server that was backed up', async () => {
  await restore()
  await withRestored(async (restored) => {
    expect(await restored.health()).toMatchObject({ ready: true, attachments: { referenced: 6, missing: 0 } })
    expect(await readAnswers(restored, tokens)).toEqual(answers)
    for (const { id } of await server.services.db.projects.list()) {
      expect(await canonicalDump(target.url, id)).toBe(await canonicalDump(source.url, id))
    }
    // The server accepts uploads, and shows them at once.
    await upload(restored, tokens.first ?? '', { slug: 'first', repeat: 9, version: '19.0' })
    expect((await readAnswers(restored, tokens))[0]).toContain('19.0')
  })
  expect(await describeSchema(target.url)).toEqual(await describeSchema(source.url))
})

test('a second backup of a directory copies new raw files only, and the first one can still be restored', async () => {
  const directory = copyOfBackups()
  await upload(server, tokens.second ?? '', { slug: 'second', repeat: 4, version: '18.2' })
  const later = await backUp(directory, new Date(Date.now() + 60_000))
  expect([later.copied, later.manifest.attachments.count]).toEqual([1, 7])
  await restore(directory)
  await withRestored(async (restored) => expect(await readAnswers(restored, tokens)).toEqual(answers))
  await restore(directory, { replace: true, name: later.name })
  await withRestored(async (restored) => {
    expect(await readAnswers(restored, tokens)).toEqual(await readAnswers(server, tokens))
  })
  rmSync(directory, { recursive: true })
})

test('a damaged or missing file is named, and nothing is restored', async () => {
  const directory = copyOfBackups()
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
    await expect(restore(directory)).rejects.toThrow(path)
    expect(await tablesOf(target.url)).toEqual([])
    cpSync(join(backups, file ?? ''), path)
    expect(readFileSync(path)).toEqual(content)
  }
  await verifyBackup(directory)
  rmSync(directory, { recursive: true })
})

test('a database with data is unchanged unless its replacement is requested', async () => {
  await restore()
  await expect(restore()).rejects.toThrow('already holds data of Assay. Restore into an empty one, or replace')
  await run(target.url, `update project set name = 'changed'`)
  await restore(backups, { replace: true })
  await withRestored(async (restored) => {
    expect(await readAnswers(restored, tokens)).toEqual(answers)
    await expect(restore(backups, { replace: true })).rejects.toThrow('is connected to the database')
  })
  const schemas = await run(target.url, `select nspname from pg_namespace where nspname like '%before_restore'`)
  expect(schemas).toEqual([])
})

test('a failed restore puts back the previous data', async () => {
  await restore()
  await run(target.url, `update project set name = 'changed'`)
  const schema = await describeSchema(target.url)
  const failing = { ...storeOf(dataDir), put: () => Promise.reject(new Error('the disk is full')) }
  const attempt = restoreBackup(
    { url: target.url, dataDir, givenSecret: undefined, store: failing, replace: true },
    backups,
    name,
  )
  await expect(attempt).rejects.toThrow('the disk is full')
  expect(await run(target.url, 'select distinct name from project')).toEqual([{ name: 'changed' }])
  expect(await describeSchema(target.url)).toEqual(schema)
})

test('a server over a killed restore is not ready until the restore is repeated', async () => {
  await restore()
  await run(target.url, `comment on schema public is 'Assay: unfinished restore from here'`)
  await withRestored(async (restored) => {
    expect(await restored.health()).toMatchObject({ ready: false, code: 'restore-unfinished' })
  })
  await restore()
  await withRestored(async (restored) => expect(await restored.health()).toMatchObject({ ready: true }))
})

test('a database without its secret or its raw files is not ready', async () => {
  await restore()
  rmSync(join(dataDir, 'secret'))
  await withRestored(async (restored) => {
    expect(await restored.health()).toMatchObject({ ready: false, code: 'secret-differs' })
  })
  const earlier = readFileSync(join(server.dataDir, 'secret'), 'utf8').trim()
  const rotated = openDrillServer(target.url, dataDir, {
    ASSAY_SECRET: 'a new secret of more than 32 characters',
    ASSAY_SECRET_PREVIOUS: earlier,
  })
  expect(await rotated.health()).toMatchObject({ ready: true })
  await rotated.services.db.server.acceptSecret(server.services.secretFingerprint)
  await rotated.stop()
  cpSync(join(server.dataDir, 'secret'), join(dataDir, 'secret'))
  rmSync(join(dataDir, 'attachments'), { recursive: true })
  await withRestored(async (restored) => {
    const health = await restored.health()
    expect(health).toMatchObject({ ready: false, code: 'attachments-missing' })
    expect(JSON.stringify(health)).toContain('6 of 6 raw files')
    // The raw files are back without a restart.
    cpSync(join(server.dataDir, 'attachments'), join(dataDir, 'attachments'), { recursive: true })
    expect(await restored.health()).toMatchObject({ ready: true })
  })
})

test('another secret than that of the backup is refused before anything is written', async () => {
  await expect(restore(backups, { givenSecret: 'another secret of more than 32 characters' })).rejects.toThrow(
    'ASSAY_SECRET is not the secret of this backup',
  )
  expect(await tablesOf(target.url)).toEqual([])
})

test('a backup in one file can be restored', async () => {
  const file = join(dataDir, 'backup.tar')
  expect(isArchive(file)).toBe(true)
  await writeArchive(file, (directory) => backUp(directory))
  expect(readdirSync(dataDir)).toEqual(['backup.tar'])
  await withUnpacked(file, (directory) =>
    restoreBackup(
      { url: target.url, dataDir, givenSecret: undefined, store: storeOf(dataDir), replace: false },
      directory,
    ),
  )
  await withRestored(async (restored) => {
    expect(await readAnswers(restored, tokens)).toEqual(await readAnswers(server, tokens))
  })
  expect(readdirSync(dataDir).filter((one) => one.includes('tar'))).toEqual(['backup.tar'])
})

test('raw files that the store lost are counted in the backup, which still completes', async () => {
  const lost = mkdtempSync(join(tmpdir(), 'assay-lost-'))
  const directory = mkdtempSync(join(tmpdir(), 'assay-backups-'))
  const made = await createBackup(
    { url: source.url, dataDir: lost, secret: 'a secret for tests, which is no secret', store: storeOf(lost) },
    directory,
  )
  expect(made.manifest.attachments.count).toBe(0)
  expect(made.manifest.attachments.missing.length).toBeGreaterThanOrEqual(6)
  for (const path of [lost, directory]) rmSync(path, { recursive: true })
})

test('raw files of a run that is deleted stay while a backup reads the database', async () => {
  const { db } = server.services
  expect(await db.server.backupIsRunning()).toBe(false)
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: source.url })
  await client.connect()
  await client.query('select pg_advisory_lock_shared($1)', [0x4153424b])
  expect(await db.server.backupIsRunning()).toBe(true)
  await client.end()
})
