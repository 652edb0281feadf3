import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

const MIGRATION = readFileSync(
  new URL('../../../../../prisma/migrations/20261123000100_rename_notifications/migration.sql', import.meta.url),
  'utf8',
)

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

/** Statements that undo the renames of the migration, last one first. */
const UNDO = [...MIGRATION.matchAll(/^alter (table|index) (\S+) rename (?:(column|constraint) (\S+) )?to (\S+);$/gm)]
  .reverse()
  .map(([, kind, object, part, before, after]) =>
    part === undefined
      ? `alter ${kind} ${after} rename to ${object}`
      : `alter ${kind} ${object} rename ${part} ${after} to ${before}`,
  )

test('a database from before the migration keeps its channels and muted specs', async () => {
  const { projectId } = lab
  const client = new Client({ connectionString: lab.url })
  await client.connect()
  await client.query(
    `insert into notification_channel (project_id, id, kind, name, address_shown, events, products, hardware, directions, least,
       quiet, weekly, time_zone, created_by_name)
     values ($1, gen_random_uuid(), 'webhook', 'CI', 'https://ci.test', '{found}', '{}', '{}', '{}', 0, false, true, 'UTC', 'Olga')`,
    [projectId],
  )
  const specId = crypto.randomUUID()
  await lab.project.specSubscriptions.muteSpec('guest:rita', specId, true)
  const read = async () => ({
    channels: await lab.db.channels.list(projectId),
    weekly: await lab.project.messages.listWeeklyChannels(),
    muted: await lab.project.specSubscriptions.findMuted('guest:rita', specId),
  })
  const before = await read()
  expect(before).toMatchObject({ channels: [{ name: 'CI' }], weekly: [{ timeZone: 'UTC' }], muted: { spec: true } })
  expect(UNDO).toHaveLength(MIGRATION.match(/^alter /gm)?.length ?? 0)
  for (const statement of UNDO) await client.query(statement)
  await expect(read()).rejects.toThrow(/notification_channel/)
  await client.query(MIGRATION)
  await client.end()
  expect(await read()).toEqual(before)
})
