// Needs Citus, like distribute.test.ts.

import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateInChild } from '../../lib/migrate/migrate-in-child.ts'
import { PRISMA_DIRECTORY } from '../../lib/migrate/migration-files.ts'
import { readSettings } from '../../start/settings.ts'
import { citusServers, createCitusDatabase } from '../testing/citus-database.ts'
import { fillServer, openDrillServer, readAnswers } from '../testing/drill-server.ts'
import { run } from '../testing/empty-database.ts'
import { distribute } from './distribute.ts'

/** The last migration of the version that distributes. Later ones add tables, triggers, functions and new names. */
const LAST_BEFORE = '20261123005000_run_changes'

const servers = citusServers()
const citusTest = test.skipIf(servers === null)

let database: Awaited<ReturnType<typeof createCitusDatabase>>
let earlier: string
beforeAll(async () => {
  if (servers === null) return
  database = await createCitusDatabase(servers)
  earlier = mkdtempSync(join(tmpdir(), 'assay-prisma-'))
  cpSync(PRISMA_DIRECTORY, earlier, { recursive: true })
  for (const name of readdirSync(join(earlier, 'migrations'))) {
    if (/^\d/.test(name) && name > LAST_BEFORE) rmSync(join(earlier, 'migrations', name), { recursive: true })
  }
})
afterAll(async () => {
  if (servers === null) return
  await database.drop()
  rmSync(earlier, { recursive: true })
})

const NOT_DISTRIBUTED = `
  select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`
const COUNTED = `
  select distinct t.tgrelid::regclass::text as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
  where not t.tgisinternal and p.proname in ('count_usage', 'limit_members', 'limit_links')
    and t.tgrelid::regclass::text in ('attachment', 'project', 'result', 'run', 'share') order by 1`

citusTest('a database that an earlier version distributed is migrated, and serves', async () => {
  await migrateInChild(database.url, earlier)
  expect(await distribute(readSettings({ DATABASE_URL: database.url }), '', { dryRun: false })).toBe(0)
  const applied = await migrateInChild(database.url)
  expect(applied.length).toBeGreaterThan(8)
  expect(await run(database.url, NOT_DISTRIBUTED)).toEqual([])
  expect(await run(database.url, COUNTED)).toEqual(
    ['attachment', 'project', 'result', 'run', 'share'].map((name) => ({ name })),
  )
  const server = openDrillServer(database.url)
  try {
    expect(await server.health()).toMatchObject({ ready: true })
    const answers = await readAnswers(server, await fillServer(server))
    expect(answers.filter((answer) => !/ 200 /.test(answer))).toEqual([])
  } finally {
    await server.stop()
    server.remove()
  }
})
