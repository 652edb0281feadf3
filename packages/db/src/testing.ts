import { randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { connect } from './connection.ts'
import { SERVER_ACTOR } from './scope/server-actor.ts'
import { withClient } from './testing/with-client.ts'
import type { MemberRole } from './types.ts'

export { withClient }

/** A database for one test file, copied from the migrated template of the test run. */
export type TestDatabase = { url: string; drop(): Promise<void> }

/** Columns that depend on the time of arrival instead of the content. */
const ARRIVAL = ['received_at']

export async function createTestDatabase(): Promise<TestDatabase> {
  const admin = process.env.ASSAY_TEST_POSTGRES_URL
  const template = process.env.ASSAY_TEST_TEMPLATE
  if (admin === undefined || template === undefined) {
    throw new Error(
      'ASSAY_TEST_POSTGRES_URL and ASSAY_TEST_TEMPLATE are not set: run the tests by vitest from the root',
    )
  }
  const name = `assay_test_${randomBytes(6).toString('hex')}`
  const nodes = [new URL(admin).host, ...testNodes()]
  const onEveryNode = async (statement: string) => {
    for (const host of nodes) {
      await withClient(Object.assign(new URL(admin), { host }).href, (client) => client.query(statement))
    }
  }
  await onEveryNode(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: Object.assign(new URL(admin), { pathname: `/${name}` }).href,
    drop: () => onEveryNode(`drop database if exists ${name} with (force)`),
  }
}

/** The workers of Citus, as host:port, when tests run on a distributed database. */
const testNodes = (): string[] => (process.env.ASSAY_TEST_NODES ?? '').split(' ').filter(Boolean)

/**
 * All rows of a project as text, one row per line, tables by name and rows by id, without columns that depend on the
 * time of arrival. Two databases with the same content have the same dump.
 */
export async function canonicalDump(url: string, projectId: string): Promise<string> {
  return withClient(url, async (client) => {
    const lines: string[] = []
    for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - 'project_id' - $2::text[])::text as row from ${name} t where project_id = $1 order by id`,
        [projectId, ARRIVAL],
      )
      for (const { row } of rows) lines.push(`${name} ${row}`)
    }
    return lines.join('\n')
  })
}

/** Runs one statement in the scope of a project, for tests of what row-level security shows without a filter. */
export async function queryAsTenant(url: string, projectId: string, statement: string): Promise<unknown[]> {
  const connection = connect(url, { max: 1, rewrite: null })
  try {
    return (await connection.scoped(projectId, SERVER_ACTOR).query(statement)).rows
  } finally {
    await connection.close()
  }
}

/**
 * Tables of projects, found in the catalog so that a new one is included, without tables of permissions, notifications
 * and the order of uploads.
 */
const TABLES = `
  select table_name::text as name from information_schema.columns
  where table_schema = 'public' and column_name = 'project_id' and table_name <> all('{run_counter,run_change,api_token,project_member,audit_event,audit_chain,notification_channel,message,message_attempt,feed_key}')
  order by table_name`

/** Creates a database with all migrations and no rows, and connects as its owner, for tests of the schema itself. */
export async function databaseOfOwner(): Promise<{ client: Client; close: () => Promise<void> }> {
  const database = await createTestDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  return {
    client,
    async close() {
      await client.end()
      await database.drop()
    },
  }
}

/** Rows of a statement that runs as the owner of the tables, for data that no query of the product reads or changes. */
export const queryAsOwner = (url: string, text: string, values: readonly unknown[] = []) =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(text, [...values])).rows)

/** Runs a statement as the owner of the tables in a transaction that stays open until `commit`. */
export async function inOpenTransaction(url: string, text: string, values: readonly unknown[]) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(text, [...values])
  return {
    async commit() {
      await client.query('commit')
      await client.end()
    },
  }
}

/**
 * Inserts people with roles directly into the tables, for tests of permissions.
 *
 * @returns the person's id.
 */
export async function addPerson(
  url: string,
  name: string,
  roles: { organizations?: Record<string, MemberRole>; projects?: Record<string, MemberRole> } = {},
): Promise<string> {
  return withClient(url, async (client) => {
    const id = randomUUID()
    await client.query('insert into app_user (id, email, name) values ($1, $2, $3)', [id, `${name}@assay.test`, name])
    for (const [organization, role] of Object.entries(roles.organizations ?? {})) {
      await client.query('insert into membership (organization_id, user_id, role) values ($1, $2, $3)', [
        organization,
        id,
        role,
      ])
    }
    for (const [project, role] of Object.entries(roles.projects ?? {})) {
      await client.query('insert into project_member (project_id, user_id, role) values ($1, $2, $3)', [
        project,
        id,
        role,
      ])
    }
    return id
  })
}

/**
 * Removes the application's own filters from a statement, so that only row-level security is left. The parameter stays,
 * because Postgres needs to know its type.
 */
export function withoutFilters(sql: string): string {
  return sql.replace(/(?<!set )(?<![\w".])(?:[\w"]+\.)*"?project_id"? = \$(\d+)(?:::uuid)?/gi, '$$$1::uuid is not null')
}

/** Disables row-level security on every table, so that a test can prove that it fails without it. */
export async function disableRowSecurity(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select tablename::text as name from pg_policies where policyname = 'of_project'",
    )
    for (const { name } of rows) await client.query(`alter table ${name} disable row level security`)
  })
}

/** Names a person on a project. */
export async function nameOnProject(url: string, personId: string, projectId: string, role: MemberRole): Promise<void> {
  await withClient(url, (client) =>
    client.query('insert into project_member (project_id, user_id, role) values ($1, $2, $3)', [
      projectId,
      personId,
      role,
    ]),
  )
}

/** Removes all roles of a person, as leaving an organization or a project does. */
export async function removePerson(url: string, personId: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('delete from project_member where user_id = $1', [personId])
    await client.query('delete from membership where user_id = $1', [personId])
  })
}

/**
 * Hashes of all rows of the tables whose names match, so that a test can detect any write. Uses one connection, because
 * tests call it often.
 *
 * @param projectId limits tables of projects to this one, to save time.
 */
export async function watchRows(url: string, like: readonly string[], projectId: string | null = null) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const where = projectId === null ? '' : ` where project_id = '${projectId}'`
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name::text as name from information_schema.tables
     where table_schema = 'public' and table_name like any($1::text[]) order by table_name`,
    [like],
  )
  const parts = tables.map(
    ({ name }) => `select '${name}', count(*), sum(hashtextextended(t::text, 0)) from ${name} t${where}`,
  )
  return {
    fingerprint: async () => JSON.stringify((await client.query(parts.join(' union all '))).rows),
    end: () => client.end(),
  }
}

/** Deletes an account with all of its data, as its owner or an operator can. */
export async function deletePerson(url: string, personId: string): Promise<void> {
  await removePerson(url, personId)
  await withClient(url, (client) => client.query('delete from app_user where id = $1', [personId]))
}

/** Marks a person's address as verified, as the link in a mail does. */
export async function verifyAddress(url: string, email: string): Promise<void> {
  await withClient(url, (client) => client.query('update app_user set email_verified = true where email = $1', [email]))
}

/** Makes every delayed message due now. */
export async function hurryMessages(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(`update message set next_at = current_timestamp where state = 'waiting' and next_at is not null`),
  )
}

/** Dumps all data about sessions and sent mails, as somebody who stole the database would read them. */
export async function peopleDump(url: string): Promise<string> {
  const tables = [
    'session',
    'verification',
    'account',
    'passkey',
    'directory_event',
    'totp',
    'recovery_code',
    'identity_provider',
    'scim_token',
    'scim_user',
  ]
  return withClient(url, async (client) => {
    const lines: string[] = []
    for (const name of tables) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t order by 1`)
      lines.push(...rows.map(({ row }) => `${name} ${row}`))
    }
    return lines.join('\n')
  })
}

/** The latest audit events of people and organizations, oldest first. */
export async function directoryActions(url: string): Promise<{ action: string; actor: string; object: string }[]> {
  return withClient(url, async (client) => {
    const text = `select action, coalesce(actor_name, '') as actor, object_name as object from directory_event order by at, id`
    return (await client.query<{ action: string; actor: string; object: string }>(text)).rows
  })
}

/** Makes the database refuse one kind of row in an audit log, by default that of organizations, while `work` runs. */
export async function refusingLines<T>(
  url: string,
  action: string,
  work: () => Promise<T>,
  table: 'directory_event' | 'audit_event' = 'directory_event',
): Promise<T> {
  const check = `alter table ${table} add constraint refused check (action <> '${action}') not valid`
  await withClient(url, (client) => client.query(check))
  try {
    return await work()
  } finally {
    await withClient(url, (client) => client.query(`alter table ${table} drop constraint refused`))
  }
}
