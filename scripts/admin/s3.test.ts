// Raw files in a bucket of a real S3 server: two servers share them, and backups contain them.

import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sha256Hex } from '@assay/api/attachments/attachment-store'
import { createS3AttachmentStore } from '@assay/api/attachments/s3-attachment-store'
import { createTestDatabase, type TestDatabase } from '@assay/db/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillServer, openDrillServer, readAnswers } from './testing/drill-server.ts'
import { createEmptyDatabase } from './testing/empty-database.ts'
import { assay } from './testing/move-server.ts'
import { type S3Server, s3Program, startS3Server } from './testing/s3-server.ts'

const program = s3Program()
if (program === null) console.log('Go cannot build an S3 server, so the tests of raw files in S3 are skipped')

let database: TestDatabase
let s3: S3Server
beforeAll(async () => {
  if (program === null) return
  database = await createTestDatabase()
  s3 = await startS3Server(program)
})
afterAll(async () => {
  if (program === null) return
  await s3.stop()
  await database.drop()
})

const LATER = () => new Date(Date.now() + 60_000)

async function listed(store: ReturnType<typeof createS3AttachmentStore>, projectId: string): Promise<string[]> {
  const found: string[] = []
  for await (const { sha256 } of store.list(projectId)) found.push(sha256)
  return found.sort()
}

test.skipIf(program === null)('the store keeps, lists, measures and removes contents', async () => {
  const store = createS3AttachmentStore(s3.settings)
  const [mine, theirs] = [randomUUID(), randomUUID()]
  const contents = ['', 'one', 'x'.repeat(100_000)].map((text) => Buffer.from(text))
  for (const content of contents) {
    const sha256 = await store.put(mine, content)
    expect(sha256).toBe(sha256Hex(content))
    expect(await store.get(mine, sha256)).toEqual(content)
    expect(await store.size(mine, sha256)).toBe(content.length)
    expect(await store.has(mine, sha256)).toBe(true)
    expect([await store.has(theirs, sha256), await store.get(theirs, sha256)]).toEqual([false, null])
    expect(await store.size(theirs, sha256)).toBeNull()
  }
  expect(await listed(store, mine)).toEqual(contents.map(sha256Hex).sort())
  await store.put(theirs, Buffer.from('theirs'))
  expect((await store.projects()).sort()).toEqual([mine, theirs].sort())
  await store.removeProject(mine)
  expect(await listed(store, mine)).toEqual([])
  expect(await listed(store, theirs)).toHaveLength(1)
})

test.skipIf(program === null)('a content that was used since then is not removed, and an unused one is', async () => {
  const store = createS3AttachmentStore(s3.settings)
  const projectId = randomUUID()
  const sha256 = await store.put(projectId, Buffer.from('used'))
  await sleep(1_100) // Times of S3 have no fraction of a second.
  const between = new Date()
  await sleep(1_100)
  expect(await store.has(projectId, sha256)).toBe(true)
  expect(await store.remove(projectId, sha256, { untouchedSince: between })).toBe(false)
  expect(await store.get(projectId, sha256)).not.toBeNull()
  expect(await store.remove(projectId, sha256, { untouchedSince: LATER() })).toBe(true)
  expect([await store.get(projectId, sha256), await store.has(projectId, sha256)]).toEqual([null, false])
})

test.skipIf(program === null)('no upload loses its content to a removal at the same time', async () => {
  const store = createS3AttachmentStore(s3.settings)
  const seed = fc.sample(fc.integer(), 1)[0] ?? 1
  console.log(`seed ${seed}`)
  const delays = fc.sample(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 })), {
    numRuns: 60,
    seed,
  })
  const projectId = randomUUID()
  for (const [uploadMs, removeMs] of delays) {
    const content = Buffer.from(`raced ${uploadMs} ${removeMs}`)
    const sha256 = await store.put(projectId, content)
    await sleep(1_000 - (Date.now() % 1_000)) // The upload below is in a later second than the first one.
    const untouchedSince = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 1)
    const put = sleep(uploadMs).then(() => store.put(projectId, content))
    await Promise.all([put, sleep(removeMs).then(() => store.remove(projectId, sha256, { untouchedSince }))])
    expect(await store.get(projectId, sha256), `upload after ${uploadMs} ms, removal after ${removeMs} ms`).toEqual(
      content,
    )
  }
})

test.skipIf(program === null)(
  'two servers share the bucket, and a backup of it is restored into a folder and back',
  async () => {
    const first = openDrillServer(database.url, undefined, {}, { s3: s3.settings })
    const tokens = await fillServer(first)
    expect(await first.health()).toMatchObject({ ready: true })
    const answers = await readAnswers(first, tokens)
    expect(answers.filter((answer) => !/ 200 /.test(answer))).toEqual([])
    expect(existsSync(join(first.dataDir, 'attachments'))).toBe(false)
    const second = openDrillServer(database.url, first.dataDir, {}, { s3: s3.settings })
    expect(await readAnswers(second, tokens)).toEqual(answers)
    const without = openDrillServer(database.url, first.dataDir)
    expect(await without.health()).toMatchObject({ ready: false, code: 'attachments-missing' })
    for (const server of [first, second, without]) await server.stop()

    const backups = mkdtempSync(join(tmpdir(), 'assay-s3-backup-'))
    await assay(['backup', backups], { ...s3.variables, DATABASE_URL: database.url, ASSAY_DATA_DIR: first.dataDir })
    for (const variables of [{}, { ...s3.variables, ASSAY_S3_PREFIX: 'restored/' }]) {
      const target = await createEmptyDatabase()
      const dataDir = mkdtempSync(join(tmpdir(), 'assay-s3-restored-'))
      await assay(['restore', backups], { ...variables, DATABASE_URL: target.url, ASSAY_DATA_DIR: dataDir })
      const isFolder = Object.keys(variables).length === 0
      const settings = isFolder ? {} : { s3: { ...s3.settings, prefix: 'restored/' } }
      const restored = openDrillServer(target.url, dataDir, {}, settings)
      expect(await restored.health()).toMatchObject({ ready: true })
      expect(await readAnswers(restored, tokens)).toEqual(answers)
      expect(existsSync(join(dataDir, 'attachments'))).toBe(isFolder)
      await restored.stop()
      await target.drop()
      rmSync(dataDir, { recursive: true })
    }
    rmSync(backups, { recursive: true })
    first.remove()
  },
)
