import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePlans } from '@assay/domain/companion-files/plans/parse-plans'
// biome-ignore lint/style/noRestrictedImports: this creates the database under test
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePlans } from './postgres-plans.ts'

// The embedded Postgres does not load pg_stat_statements, so a temporary table has its columns.

let client: pg.Client
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-plans-'))
  client = new pg.Client({ connectionString: process.env.ASSAY_TEST_POSTGRES_URL ?? 'postgres://localhost' })
  await client.connect()
  await client.query('create temp table accounts (aid int primary key, balance int)')
  await client.query('insert into accounts select n, n from generate_series(1, 1000) n')
  await client.query('create temp table pg_stat_statements (dbid oid, query text, total_exec_time float)')
})

afterAll(async () => {
  await client.end()
  await rm(directory, { recursive: true })
})

async function plansOf(statements: readonly string[]) {
  await client.query('truncate pg_stat_statements')
  for (const [i, query] of statements.entries()) {
    const add = 'insert into pg_stat_statements select oid, $1, $2 from pg_database where datname = current_database()'
    await client.query(add, [query, 100 - i])
  }
  const path = join(directory, `${statements.length}.plans.json`)
  await writePlans(client, path)
  return parsePlans(await readFile(path, 'utf8'), path)
}

test('the plans of the slowest statements are generic, and no statement is executed', async () => {
  const statements = ['select balance from accounts where aid = $1', 'delete from accounts where aid > $1', 'commit']
  const { value, problems } = await plansOf(statements)
  expect(problems).toEqual([])
  expect(value?.map(({ text, root, executionMs }) => [text, root.type, executionMs])).toEqual([
    [statements[0], expect.stringContaining('Scan'), null],
    [statements[1], 'ModifyTable', null],
  ])
  expect((await client.query('select 1 from accounts')).rowCount).toBe(1_000)
})

test('a statement with a second one writes nothing, and a statement that cannot be planned is left out', async () => {
  const hostile = 'select 1; delete from accounts; commit'
  const { value } = await plansOf([
    hostile,
    'select * from no_such_table',
    'select 1',
    'with a as (select 2) select * from a',
  ])
  expect(value?.map(({ text }) => text)).not.toContain('select * from no_such_table')
  expect((await client.query('select 1 from accounts')).rowCount).toBe(1_000)
})
