import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Connection, connect } from '../connection.ts'
import { SERVER } from '../open.ts'
import { asUpload, exampleDocument } from '../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'
import { findLogin, TENANT_LOGIN } from './logins.ts'

let lab: TestProject
let connection: Connection
let owner: Client
beforeAll(async () => {
  lab = await openTestProject()
  await lab.project.runs.upload(asUpload(exampleDocument()))
  connection = connect(lab.url, { max: 1, rewrite: null })
  owner = new Client({ connectionString: lab.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await connection.close()
  await lab.close()
})

const scope = () => connection.scoped(lab.projectId, SERVER)

/** A filter that contains a person's text without quotes, as in an SQL injection. */
const injected = (expression: string) => `select name from product where name = '' or (${expression}) is not null`

/** Expressions that an attacker would inject into a filter, each after a reset of the role. */
const SECRETS = [
  "query_to_xml('select token_sha256 from api_token', true, false, '')",
  "query_to_xml('select password from account', true, false, '')",
  "query_to_xml('select token from session', true, false, '')",
  "query_to_xml('select * from pg_authid', true, false, '')",
  "query_to_xml('alter table product disable row level security', true, false, '')",
  "pg_read_file('/etc/passwd')",
]
const RESETS = ["set_config('role', 'none', true)", "set_config('session_authorization', 'postgres', true)"]
const attacks = RESETS.flatMap((reset) => SECRETS.map((secret) => ({ reset, secret })))

const SET_CONFIG = 'function pg_catalog.set_config(text, text, boolean)'

describe('where every role may call set_config, because the owner of the tables is not a superuser', () => {
  beforeAll(() => owner.query(`grant execute on ${SET_CONFIG} to public`))
  afterAll(() => owner.query(`revoke execute on ${SET_CONFIG} from public`))

  test.each(attacks)('an injected $secret after $reset reads nothing', async ({ reset, secret }) => {
    const statement = injected(
      `select 1 from (select ${reset} as reset offset 0) r where reset is not null and (${secret}) is not null`,
    )
    const refused = expect.stringMatching(/^(42501|22023|0A000)$/)
    const error = await scope()
      .query(statement)
      .catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: refused })
    expect(String(error)).not.toContain('set_config')
    await expect(scope().prisma.$transaction((tx) => tx.$queryRawUnsafe(statement))).rejects.toThrow()
  })
})

test('control: as the owner of the tables the same statement reads every token', async () => {
  const [secret] = SECRETS
  const { rows } = await owner.query(injected(`select ${secret}`))
  expect(rows).toEqual([{ name: 'Example' }])
})

test('a scope logs in as a role that is not the owner, and has no rights after its end', async () => {
  const { rows } = await scope().query('select session_user::text as session, current_user::text as now')
  expect(rows).toEqual([{ session: TENANT_LOGIN.name, now: 'assay_app' }])
  const reset = scope().transaction(async (tx) => {
    await tx.query('reset role')
    return { commit: true, answer: await tx.query('select name from product') }
  })
  await expect(reset).rejects.toMatchObject({ code: '42501' })
})

test('a login that can do more than its role is refused', async () => {
  const own = { ...TENANT_LOGIN, name: 'assay_test_login', grant: 'grant assay_app, pg_monitor to assay_test_login' }
  await expect(findLogin(lab.url, own)).rejects.toThrow(/member of another role/)
  await owner.query('drop role assay_test_login')
})

test('without a password of the owner no login can be derived, and a scope uses that of the owner', async () => {
  const url = new URL(lab.url)
  url.password = ''
  expect(await findLogin(url.href, TENANT_LOGIN)).toBeNull()
})

test('all processes that start at once can log in, whichever creates the login', async () => {
  const name = 'assay_test_race'
  const own = { ...TENANT_LOGIN, name, grant: `grant assay_app to ${name}` }
  const logins = await Promise.all(Array.from({ length: 6 }, () => findLogin(lab.url, own)))
  expect(new Set(logins.map((login) => login?.user))).toEqual(new Set([name]))
  await owner.query(`drop role ${name}`)
})

test('the login of the directory reads accounts, but no tables of projects', async () => {
  const { rows } = await connection.pool.query(
    'select session_user::text as session, count(*)::int as people from app_user',
  )
  expect(rows).toEqual([{ session: 'assay_directory', people: 0 }])
  for (const table of ['run', 'result', 'spec', 'report', 'product']) {
    await expect(connection.pool.query(`select from ${table}`), table).rejects.toMatchObject({ code: '42501' })
  }
  await expect(connection.pool.query("copy app_user to program 'cat'")).rejects.toMatchObject({ code: '42501' })
  await expect(connection.pool.query('alter table app_user add column x int')).rejects.toMatchObject({ code: '42501' })
})

/** Ways by which an injected expression could choose another project, before it reads the products of that project. */
const projectChanges = (projectId: string) => [
  `set_config('assay.project_id', '${projectId}', true)`,
  `query_to_xml('select set_config(''assay.project_id'', ''${projectId}'', true)', true, false, '')`,
  `query_to_xml('set local assay.project_id = ''${projectId}''', true, false, '')`,
  `query_to_xml('update pg_settings set setting = ''${projectId}'' where name = ''role''', true, false, '')`,
  `query_to_xml('do $x$ begin set local assay.project_id = ''${projectId}''; end $x$', true, false, '')`,
]
const readAfter = (change: string) =>
  injected(`select 1 from (select ${change} as changed offset 0) c where changed is not null
    and query_to_xml('select name from product where name = ''Theirs''', true, false, '')::text like '%Theirs%'`)

test('an injected statement cannot choose another project', async () => {
  const { project, projectId } = await lab.other('theirs')
  await project.runs.upload(asUpload(exampleDocument({ product: 'Theirs' })))
  const changes = projectChanges(projectId)
  for (const change of changes) {
    const refused = expect.stringMatching(/^(42501|0A000)$/)
    await expect(scope().query(readAfter(change)), change).rejects.toMatchObject({ code: refused })
    await expect(
      scope().prisma.$transaction((tx) => tx.$queryRawUnsafe(readAfter(change))),
      change,
    ).rejects.toThrow()
  }
  // The control: where every role may call set_config, as everywhere before, the statement reads the other project.
  const [change = ''] = changes
  await owner.query(`grant execute on ${SET_CONFIG} to public`)
  try {
    expect((await scope().query(readAfter(change))).rows).toHaveLength(1)
  } finally {
    await owner.query(`revoke execute on ${SET_CONFIG} from public`)
  }
})
