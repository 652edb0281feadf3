import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { PRISMA_DIRECTORY, readPrismaFiles } from './migration-files.ts'

// Runs the real script against a real database, as start and people do. The database is empty, or a copy of the migrated
// one of this test run, because applying all migrations takes seconds.

const admin = process.env.ASSAY_TEST_POSTGRES_URL ?? ''
const migrated = process.env.ASSAY_TEST_TEMPLATE ?? ''
const SCRIPT = join(import.meta.dirname, '../../migrate.ts')
let prisma: string
let client: pg.Client
const name = `assay_migrate_${process.pid}`
const url = Object.assign(new URL(admin), { pathname: `/${name}` }).href

afterAll(async () => {
  await client.end()
  await asAdmin(`drop database ${name} with (force)`)
})
beforeEach(async () => {
  await createDatabase('template1')
  prisma = mkdtempSync(join(tmpdir(), 'assay-prisma-'))
  cpSync(PRISMA_DIRECTORY, prisma, { recursive: true })
  return () => rmSync(prisma, { recursive: true })
})

test('all migrations apply to an empty database in order, and a second deploy finds nothing to do', async () => {
  const names = readPrismaFiles().migrations.map(({ name }) => name)
  expect((await migrate('deploy')).out).toBe(names.map((name) => `applied ${name}`).join('\n'))
  expect((await migrate('deploy')).out).toBe('up to date')
  expect((await migrate('status')).out).toBe(names.map((name) => `applied ${name}`).join('\n'))
})

test('the migrations lead exactly to schema.prisma', async () => {
  expect(await migrate('diff')).toMatchObject({ code: 0, out: 'the migrations lead to schema.prisma' })
})

test('every migration is one transaction that waits briefly for its locks', () => {
  for (const { name, sql } of readPrismaFiles().migrations) {
    const statements = sql.replace(/^--.*\n/gm, '').trim()
    expect(statements, name).toMatch(/^begin;\s*set local lock_timeout = '\d+m?s';/)
    expect(statements, name).toMatch(/commit;$/)
    expect(sql, name).toMatch(/^-- Why: {4}.*\n(-- .*\n)*-- Locks: .*\n(-- .*\n)*-- Again: /)
  }
})

test('a model that has no migration yet is shown by diff and written by new', async () => {
  const schema = readFileSync(join(prisma, 'schema.prisma'), 'utf8')
  writeFileSync(
    join(prisma, 'schema.prisma'),
    `${schema}\nmodel Extra {\n  id Int @id\n  name String\n\n  @@map("extra")\n}\n`,
  )
  const diff = await migrate('diff')
  expect(diff.code).toBe(2)
  expect(diff.out).toContain('CREATE TABLE "extra"')
  expect((await migrate('new', 'add_extra')).code).toBe(0)
  const added = readdirSync(join(prisma, 'migrations')).find((name) => name.endsWith('_add_extra'))
  expect(added).toMatch(/^\d{14}_add_extra$/)
  expect((await migrate('diff')).code).toBe(0)
  await createDatabase(migrated)
  expect((await migrate('deploy')).out).toBe(`applied ${added}`)
  const left = await client.query(`select datname from pg_database where datname like 'assay_shadow%'`)
  expect(left.rows, 'shadow databases that were left behind').toEqual([])
})

test('functions with semicolons and strings are executed unchanged', async () => {
  await createDatabase(migrated)
  addMigration('add_function', `create function f() returns text language plpgsql as $$ begin return 'a;b'; end; $$;`)
  await migrate('deploy')
  expect((await client.query('select f() as text')).rows).toEqual([{ text: 'a;b' }])
})

test('a failed migration is rolled back, is reported with its reason, and runs again once resolved', async () => {
  await createDatabase(migrated)
  const failing = addMigration('add_wrong', 'create table half (id int); select 1/0;')
  const failed = await migrate('deploy')
  expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('division by zero') })
  expect((await client.query(`select to_regclass('half') as half`)).rows).toEqual([{ half: null }])
  const again = await migrate('deploy')
  expect(again.err).toContain(`npm run db:migrate -- resolve ${failing}`)
  writeFileSync(join(prisma, 'migrations', failing, 'migration.sql'), 'begin; create table half (id int); commit;')
  expect((await migrate('resolve', failing)).code).toBe(0)
  expect((await migrate('deploy')).out).toBe(`applied ${failing}`)
})

test('a deploy that was killed during a migration is resumed', async () => {
  await createDatabase(migrated)
  const late = addMigration('add_late', 'create table late (id int);')
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, started_at, applied_steps_count)
     values ('11111111-1111-4111-8111-111111111111', 'x', $1, now(), 0)`,
    [late],
  )
  expect((await migrate('deploy')).out).toBe(`applied ${late}`)
})

test('an edited migration and one of a newer version are refused', async () => {
  await createDatabase(migrated)
  const [first = ''] = readdirSync(join(prisma, 'migrations'))
  const path = join(prisma, 'migrations', first, 'migration.sql')
  const sql = readFileSync(path, 'utf8')
  writeFileSync(path, `${sql}\n-- edited\n`)
  expect((await migrate('deploy')).err).toContain(`Migration ${first} was edited after it was applied`)
  rmSync(join(prisma, 'migrations', first), { recursive: true })
  expect((await migrate('deploy')).err).toContain('It was made by a newer version')
})

test('concurrent deploys apply each migration once', async () => {
  await createDatabase(migrated)
  addMigration('add_first', 'create table first (id int);')
  addMigration('add_second', 'create table second (id int);')
  const outputs = await Promise.all([migrate('deploy'), migrate('deploy')])
  expect(outputs.map(({ code }) => code)).toEqual([0, 0])
  const applied = 'applied 29990101000000_add_first\napplied 29990101000000_add_second'
  expect(outputs.map(({ out }) => out).toSorted()).toEqual([applied, 'up to date'])
})

test('an unusable database is reported in one sentence', async () => {
  const { err, code } = await migrate('status', '--url', 'postgresql://127.0.0.1:1/assay')
  expect(code).toBe(1)
  expect(err).toBe(
    'The database "assay" on 127.0.0.1:1 cannot be used: nothing listens on 127.0.0.1:1. Start that server, or correct DATABASE_URL.',
  )
})

/** Replaces the database by a copy of another one. */
async function createDatabase(template: string): Promise<void> {
  await client?.end()
  await asAdmin(`drop database if exists ${name} with (force)`, `create database ${name} template ${template}`)
  client = new pg.Client({ connectionString: url })
  await client.connect()
}

function addMigration(what: string, sql: string): string {
  const migration = `29990101000000_${what}`
  mkdirSync(join(prisma, 'migrations', migration))
  writeFileSync(join(prisma, 'migrations', migration, 'migration.sql'), `begin;\n${sql}\ncommit;\n`)
  return migration
}

async function migrate(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, DATABASE_URL: url }
  const call = promisify(execFile)(process.execPath, [SCRIPT, ...args, '--prisma', prisma], { env })
  try {
    const { stdout, stderr } = await call
    return { code: 0, out: stdout.trim(), err: stderr.trim() }
  } catch (error) {
    // execFile rejects with this error.
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout.trim(), err: stderr.trim() }
  }
}

async function asAdmin(...statements: string[]): Promise<void> {
  const connection = new pg.Client({ connectionString: admin })
  await connection.connect()
  for (const statement of statements) await connection.query(statement)
  await connection.end()
}
