import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing/open-test-project.ts'

let lab: TestProject
let client: Client
beforeAll(async () => {
  lab = await openTestProject()
  client = new Client({ connectionString: lab.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await lab.close()
})

const readMigration = (name: string) =>
  readFileSync(new URL(`../../../prisma/migrations/${name}/migration.sql`, import.meta.url), 'utf8')

/** Statements that undo the renames of a migration, last one first. */
const undoRenames = (migration: string): string[] =>
  [...migration.matchAll(/^alter (table|index) (\S+) rename (?:(column|constraint) (\S+) )?to (\S+);$/gm)]
    .reverse()
    .map(([, kind, object, part, before, after]) =>
      part === undefined
        ? `alter ${kind} ${after} rename to ${object}`
        : `alter ${kind} ${object} rename ${part} ${after} to ${before}`,
    )

/** Restores the database to the state before a migration that only renames, and applies the migration again. */
async function upgradeAgain(name: string, checkOld: () => Promise<void>): Promise<void> {
  const migration = readMigration(name)
  for (const statement of undoRenames(migration)) await client.query(statement)
  await checkOld()
  await client.query(migration)
}

test('a database from before the scan tables were renamed keeps the state of its scans', async () => {
  const { findings } = lab.project
  await client.query(
    `insert into finding_environment (project_id, id, product, state, noise)
     values ($1, gen_random_uuid(), 'MySQL', 'scanned', '{}')`,
    [lab.projectId],
  )
  await client.query(
    `insert into finding_version_pair (project_id, id, product, from_version, to_version, hardware, benchmark, state, verdicts)
     values ($1, gen_random_uuid(), 'MySQL', '8.0', '8.4', 'ser7', 'sysbench', 'judged', '{"changes": [], "same": []}')`,
    [lab.projectId],
  )
  const before = await findings.scanState('MySQL')
  await upgradeAgain('20261122000300_rename_finding_scan_tables', async () => {
    await expect(findings.scanState('MySQL')).rejects.toThrow(/finding_environment|finding_version_pair/)
  })
  expect(await findings.scanState('MySQL')).toEqual(before)
  expect(before.environments.size + before.pairs.size).toBe(2)
})

test('a database from before the neighbor floors were renamed keeps them', async () => {
  const { noise } = lab.project
  await noise.storeNeighborFloors('MySQL', { floors: [[['test', 'ser7'], 0.02, 12]], nearest: [] })
  const floors = 'select product, floors, revision from neighbor_floor'
  const { rows: before } = await client.query(floors)
  await upgradeAgain('20261123000200_rename_neighbor_floor', async () => {
    await expect(client.query(floors)).rejects.toThrow(/neighbor_floor/)
  })
  expect((await client.query(floors)).rows).toEqual(before)
  expect(before).toHaveLength(1)
})
