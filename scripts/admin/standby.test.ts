// Pages read from a real streaming standby, and show everything that was acknowledged before, by whichever server.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, scopeOf } from '@assay/db/open'
import type { Database, Project } from '@assay/db/types'
import { exampleDocument } from '@assay/testing/server/example-document'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload } from '../../packages/db/src/testing/example-upload.ts'
import { migrateInChild } from '../lib/migrate/migrate-in-child.ts'
import { type EmbeddedPostgres, startPostgres } from '../lib/postgres/start-postgres.ts'
import { run } from './testing/empty-database.ts'
import { type StreamingStandby, startStandby } from './testing/streaming-standby.ts'

let dataDir: string
let primary: EmbeddedPostgres
let standby: StreamingStandby
/** Two servers of one database. */
let servers: [Database, Database]
let project: Project
let stored = 0

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-primary-'))
  primary = await startPostgres({ dataDir, durable: false })
  // Commits wait for the disk, as they do by default.
  await run(primary.url, 'alter system set synchronous_commit = on')
  await run(primary.url, 'select pg_reload_conf()')
  await migrateInChild(primary.url)
  standby = await startStandby(primary.url, join(dataDir, 'postgres'))
  const open = () => openDatabase({ url: primary.url, replicaUrl: standby.url })
  servers = [open(), open()]
  project = await servers[0].projects.ensure({
    organization: 'lab',
    slug: 'lab',
    name: 'lab',
    description: '',
    visibility: 'public',
  })
  await upload(servers[0])
})
afterAll(async () => {
  for (const db of servers) await db.close()
  await standby.remove()
  await primary.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function upload(db: Database): Promise<void> {
  const document = exampleDocument({ version: `1.${stored}` })
  await db.in(scopeOf(project)).runs.upload(asUpload(document))
  stored++
}

/** Counts the runs and their cells as a page of this server does. */
const readAsPage = (db: Database, mayReadStandby = true) =>
  db.asWork(
    'page',
    async () => {
      const queries = db.in(scopeOf(project))
      const { points } = await queries.cells.list(ALL_CELLS)
      const { total } = await queries.runs.list({
        filters: {},
        sort: { key: 'received', direction: 'ascending' },
        cursor: null,
        limit: 500,
      })
      return { cells: new Set(points.map(({ runId }) => runId)).size, runs: total }
    },
    { mayReadStandby },
  )
const ALL_CELLS = { filters: {}, metrics: null, newestOnly: false, allSteps: true }

const reads = (db: Database) => db.server.statistics().standbyReads ?? 0
const everything = () => ({ cells: stored, runs: stored })

test('pages read from the standby once it has replayed everything', async () => {
  await expect
    .poll(async () => {
      expect(await readAsPage(servers[0])).toEqual(everything())
      return reads(servers[0])
    })
    .toBeGreaterThan(0)
})

test('control: work that is not a page reads from the primary', async () => {
  const before = reads(servers[0])
  expect(await readAsPage(servers[0], false)).toEqual(everything())
  expect(reads(servers[0])).toBe(before)
})

test('while the standby is behind, both servers show a new run, and the standby itself does not', async () => {
  await standby.pauseReplay()
  await upload(servers[0])
  const before = servers.map(reads)
  for (const db of servers) expect(await readAsPage(db)).toEqual(everything())
  expect(servers.map(reads)).toEqual(before)
  expect(await run(standby.url, 'select count(*)::int as runs from run')).toEqual([{ runs: stored - 1 }])
  await standby.resumeReplay()
})

test('a request that has written reads its own write', async () => {
  const [db] = servers
  await standby.pauseReplay()
  const names = await db.asWork(
    'page',
    async () => {
      await upload(db)
      const { points } = await db.in(scopeOf(project)).cells.list(ALL_CELLS)
      return points.map(({ coordinates }) => coordinates.version)
    },
    { mayReadStandby: true },
  )
  expect(names).toContain(`1.${stored - 1}`)
  await standby.resumeReplay()
})

test('no page is stale in any order of uploads, pages, pauses and crashes of the standby', async () => {
  const step = fc.constantFrom('upload', 'page', 'page', 'pause', 'resume', 'crash')
  const steps = fc.array(fc.tuple(step, fc.constantFrom(0, 1)), { minLength: 25, maxLength: 25 })
  let isPaused = false
  const seed = fc.sample(fc.integer(), 1)[0] ?? 1
  console.log(`seed ${seed}`)
  for (const [name, server] of fc.sample(steps, { numRuns: 2, seed }).flat()) {
    const db = servers[server === 0 ? 0 : 1]
    if (name === 'upload') await upload(db)
    if (name === 'page') expect(await readAsPage(db)).toEqual(everything())
    if (name === 'pause' && !isPaused) await standby.pauseReplay()
    if (name === 'resume' && isPaused) await standby.resumeReplay()
    if (name === 'pause') isPaused = true
    if (name === 'resume' || name === 'crash') isPaused = false
    if (name !== 'crash') continue
    await standby.kill()
    expect(await readAsPage(db)).toEqual(everything())
    await standby.start()
  }
  if (isPaused) await standby.resumeReplay()
})
