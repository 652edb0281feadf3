import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { invariant } from '@assay/domain/result'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { z } from 'zod'
import { sqlState } from '../postgres-error.ts'
import { APP_ROLE } from './app-role.ts'
import { readRows } from './statements.ts'

/** A role with which the application logs in, and the rights that the owner of the tables grants to it. */
type LoginRole = {
  name: string
  /** The only role that it may be a member of. */
  memberOf: string | null
  /** Statement of the owner that grants its rights. */
  grant: string
  /** Boolean SQL expression: true if it has these rights. */
  isGranted: string
}

/**
 * The login for tenant-scoped statements. It is a member only of the role of scopes, so a statement that resets its
 * role has no rights left instead of those of the owner of the tables.
 */
export const TENANT_LOGIN: LoginRole = {
  name: 'assay_tenant',
  memberOf: APP_ROLE,
  grant: `grant ${APP_ROLE} to assay_tenant`,
  isGranted: `pg_has_role(session_user, '${APP_ROLE}', 'member')`,
}

/**
 * The login for accounts, organizations, tokens and links. It owns no tables and has no access to tables of projects.
 */
export const DIRECTORY_LOGIN: LoginRole = {
  name: 'assay_directory',
  memberOf: null,
  grant: 'select grant_directory()',
  isGranted: `not exists (
    select from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped)
      and not has_table_privilege(c.oid, 'select'))`,
}

type Login = { user: string; password: string }

/**
 * Errors of concurrent changes of a role: roles belong to the whole server, but advisory locks only to one of its
 * databases.
 */
const CHANGED_AT_ONCE = ['XX000', '23505', '42710']
const MAX_ATTEMPTS = 5
const RETRY_MS = 50

/** Key of the advisory lock under which one of several starting processes creates the login. */
const LOGIN_LOCK = 4_201_127
const CONNECT_TIMEOUT_MS = 10_000
/** Errors for a role that cannot log in, an unknown role, or a wrong password. */
const REFUSED_LOGIN = ['28000', '28P01']
/** Errors if the owner may not create roles, or the tables are missing or of an earlier version. */
const CANNOT_CREATE = ['42501', '42883', '42704']

/**
 * Finds a login, which is created if it is missing. Null if the owner of the tables has no password to derive one from
 * or cannot create roles; a warning says that the owner's login is used instead.
 */
export async function findLogin(ownerUrl: string, role: LoginRole): Promise<Login | null> {
  const { password: ownerPassword } = new Client({ connectionString: ownerUrl })
  if (typeof ownerPassword !== 'string' || ownerPassword === '') return warn(role, 'DATABASE_URL has no password')
  const login = { user: role.name, password: derivePassword(ownerPassword, role) }
  for (let attempt = 1; ; attempt++) {
    if (await canLogIn(ownerUrl, login, role)) return login
    if (attempt > MAX_ATTEMPTS) return warn(role, 'the server does not let it in')
    try {
      await createLogin(ownerUrl, login, role)
    } catch (error) {
      const state = sqlState(error) ?? ''
      if (CANNOT_CREATE.includes(state)) return warn(role, 'its user cannot create that role')
      if (!CHANGED_AT_ONCE.includes(state)) throw error
      await sleep(RETRY_MS * attempt)
    }
  }
}

function warn({ name }: LoginRole, reason: string): null {
  console.warn(
    `database     the login of DATABASE_URL is used instead of ${name}, because ${reason}. docs/security.md says how to change that.`,
  )
  return null
}

/** The derived password is the same in every process and for every database of the server, so it need not be stored. */
const derivePassword = (ownerPassword: string, { name }: LoginRole) =>
  createHmac('sha256', ownerPassword).update(`login ${name}`).digest('base64url')

/**
 * Tests the login.
 *
 * @throws Error if the login has more rights than its role.
 */
async function canLogIn(ownerUrl: string, login: Login, role: LoginRole): Promise<boolean> {
  const { host, port, database, ssl } = new Client({ connectionString: ownerUrl })
  const at = { host, port, ssl, ...(database !== undefined && { database }) }
  const client = new Client({ ...at, ...login, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    if (REFUSED_LOGIN.includes(sqlState(error) ?? '')) return false
    throw error
  }
  try {
    const [row] = await readRows(client, Rights, rightsSql(role), [role.memberOf])
    invariant(row !== undefined, 'the session user is a role')
    if (row.excess === '') return row.granted
    throw new Error(`The database role ${role.name} ${row.excess}, so it confines nothing. Take that from it.`)
  } finally {
    await client.end()
  }
}

const Rights = z.object({ granted: z.boolean(), excess: z.string() })

const rightsSql = ({ isGranted }: LoginRole) => `
  select ${isGranted} as granted,
    case when me.rolsuper then 'is a superuser' when me.rolbypassrls then 'bypasses row security'
      when me.rolcreaterole then 'can create roles'
      when exists (
        select from pg_auth_members m join pg_roles r on r.oid = m.roleid
        where m.member = me.oid and r.rolname is distinct from $1) then 'is a member of another role'
      else '' end as excess
  from pg_roles me where me.rolname = session_user`

async function createLogin(ownerUrl: string, { user, password }: Login, { grant }: LoginRole): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const name = escapeIdentifier(user)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOGIN_LOCK])
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [user])
    if (rowCount === 0) await client.query(`create role ${name}`)
    // Membership without inheritance: the login has rights only while a scope has switched to the role.
    await client.query(`alter role ${name} with login noinherit password ${escapeLiteral(password)}`)
    await client.query(grant)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** A client of pg with the credentials of `login`, or with those of its connection string if `login` returns null. */
export function clientWithLogin(base: typeof Client, login: () => Promise<Login | null>): typeof Client {
  return class extends base {
    // The overloads of `connect` differ only in their return types, which are those of the base class.
    override connect = ((callback?: (error: unknown) => void) => {
      const connected = login().then((found) => {
        if (found !== null) for (const target of [this, parametersOf(this)]) Object.assign(target, found)
        return Reflect.apply(base.prototype.connect, this, [])
      })
      if (callback === undefined) return connected
      connected.then(() => callback(undefined), callback)
      return undefined
    }) as Client['connect']
  }
}

/** pg reads the credentials from this object when it connects; its types do not list it. */
const parametersOf = (client: Client): object => Reflect.get(client, 'connectionParameters')
