import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'

const MIGRATION = readFileSync(
  new URL('../../../../prisma/migrations/20261122000300_rename_finding_scan_tables/migration.sql', import.meta.url),
  'utf8',
)

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

/** Renames back what the migration renames, last statement first. */
const UNDO = [...MIGRATION.matchAll(/^alter (table|index) (\S+) rename (?:(column|constraint) (\S+) )?to (\S+);$/gm)]
  .reverse()
  .map(([, kind, object, part, before, after]) =>
    part === undefined
      ? `alter ${kind} ${after} rename to ${object}`
      : `alter ${kind} ${object} rename ${part} ${after} to ${before}`,
  )

test('a database from before the migration keeps the state of its scans', async () => {
  const findings = lab.project.findings
  const client = new Client({ connectionString: lab.url })
  await client.connect()
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
  expect(UNDO).toHaveLength(12)
  for (const statement of UNDO) await client.query(statement)
  await expect(findings.scanState('MySQL')).rejects.toThrow(/finding_environment/)
  await client.query(MIGRATION)
  await client.end()
  expect(await findings.scanState('MySQL')).toEqual(before)
  expect(before.environments.size + before.pairs.size).toBe(2)
})
