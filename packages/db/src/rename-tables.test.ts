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

const RENAME = /^alter (table|index|trigger) (\S+) (?:on (\S+) )?rename (?:(column|constraint) (\S+) )?to (\S+);$/gm

/** Statements that undo the renames of a migration, last one first. */
const undoRenames = (migration: string): string[] =>
  [...migration.matchAll(RENAME)].reverse().map(([, kind, object, table, part, before, after]) => {
    if (table !== undefined) return `alter trigger ${after} on ${table} rename to ${object}`
    return part === undefined
      ? `alter ${kind} ${after} rename to ${object}`
      : `alter ${kind} ${object} rename ${part} ${after} to ${before}`
  })

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

test('a database from before the tables of specs were renamed keeps them', async () => {
  const { specs } = lab.project
  const ada = { key: 'person:1', name: 'Ada' }
  const once = crypto.randomUUID()
  const block = { id: 'b1', kind: 'paragraph' as const, depth: 0, start: 0, end: 5, text: 'Words' }
  const revision = { text: 'Words', sha256: 'x', blocks: [block], note: '', figures: [], evidence: [], attachments: [] }
  const blockNames = [{ name: 'b1', block: 'b1' }]
  const base = { kind: 'functional' as const, title: 'Datatypes', owner: ada, parent: null, baseRevision: null }
  const made = await specs.create({ ...base, revision, nextBlock: 2, blockNames, sent: { once } })
  if (!made?.ok) throw new Error('the spec was not created')
  const { id } = made.value
  await specs.createCopy(id, { title: 'Datatypes', text: 'other words', note: '', basedOn: 1, author: ada })
  const read = async () => ({
    found: await specs.search('words'),
    block: await specs.findBlock(id, 'b1'),
    copies: await specs.copies(id),
    keys: await specs.sent(ada.key, [once]),
  })
  const before = await read()
  await upgradeAgain('20261123007100_rename_spec_tables', async () => {
    await expect(specs.search('words')).rejects.toThrow(/spec_search_text/)
    await expect(client.query('update spec_sent set at = at')).rejects.toThrow(/never change/)
  })
  expect(await read()).toEqual(before)
  expect(before).toMatchObject({
    found: [{ kind: 'text' }],
    block: { block: 'b1' },
    copies: [{ basedOn: 1 }],
    keys: [once],
  })
})
