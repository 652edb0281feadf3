import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idFromName } from '../../id-from-name.ts'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import { canonicalDump } from '../../testing.ts'

const MIGRATION = new URL(
  '../../../../../prisma/migrations/20261122000110_identify_configs_by_text/migration.sql',
  import.meta.url,
)

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

test('the migration gives old configs the ids that an upload would', async () => {
  const names = ['plain', 'quote " and \\ and /', 'tab\there', 'ünï 😀', 'a\u007fb']
  for (const [i, name] of names.entries()) {
    const config = { name, ...(i === 0 ? {} : { text: `a = ${i}\n# é` }) }
    expect(await lab.project.runs.upload(asUpload(exampleDocument({ repeat: i + 1, config })))).toMatchObject({
      ok: true,
    })
  }
  const after = await canonicalDump(lab.url, lab.projectId)
  const client = new Client({ connectionString: lab.url })
  await client.connect()
  await giveOldIds(client)
  expect(await canonicalDump(lab.url, lab.projectId)).not.toBe(after)
  await client.query(readFileSync(MIGRATION, 'utf8'))
  await client.end()
  expect(await canonicalDump(lab.url, lab.projectId)).toBe(after)
})

/** Restores the state before the migration: one row for each name, with an id that does not depend on the text. */
async function giveOldIds(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: string; product_id: string; name: string }>(
    'select id, product_id, name from config where text is not null',
  )
  for (const { id, product_id, name } of rows) {
    const old = idFromName('config', product_id, name)
    await client.query(
      'insert into config select project_id, $2, product_id, name, text, settings from config where id = $1',
      [id, old],
    )
    await client.query('update run set config_id = $2 where config_id = $1', [id, old])
    await client.query('delete from config where id = $1', [id])
  }
  await client.query('drop index config_project_id_product_id_name_idx')
  await client.query(
    'create unique index config_project_id_product_id_name_key on config (project_id, product_id, name)',
  )
}
