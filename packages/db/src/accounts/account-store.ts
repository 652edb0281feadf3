import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Connection } from '../connection.ts'
import { writeDirectoryEvent } from '../crud/audit/audit.ts'
import { isUuid } from '../is-uuid.ts'
import { SQL_STATE, sqlState } from '../postgres-error.ts'
import { inTransaction, withClient } from '../transaction.ts'
import type { AccountStore, Actor, NewAccount } from '../types.ts'
import { exportAccount, findProfile, listRecentEvents } from './account-profile.ts'
import { deleteAccount } from './delete-account.ts'
import { identityTransaction } from './identity-transaction.ts'
import { sessionQueries } from './sessions.ts'

/** Any number: it only has to be the same for everybody who adds the first owner. */
const FIRST_OWNER_LOCK = 4_201_126

/** Stores accounts. Each change and its audit event are written in one transaction. */
export function accountStore({ pool, prisma }: Connection): AccountStore {
  const change = <T>(work: (client: PoolClient) => Promise<T>) =>
    withClient(pool, (client) => inTransaction(client, async () => ({ commit: true, answer: await work(client) })))

  const hasOwner = async () => {
    const { rows } = await pool.query<{ found: boolean }>(HAS_OWNER)
    return rows[0]?.found === true
  }

  const findByEmail: AccountStore['findByEmail'] = async (email) => {
    const { rows } = await pool.query<{ id: string; name: string; emailVerified: boolean }>(
      'select id, name, email_verified as "emailVerified" from app_user where email = $1',
      [email],
    )
    return rows[0] ?? null
  }

  return {
    ...identityTransaction({ pool, prisma }),
    ...sessionQueries(pool, change),
    hasOwner,

    addFirstOwner: (person, organization, by) =>
      change(async (client) => {
        await client.query('select pg_advisory_xact_lock($1)', [FIRST_OWNER_LOCK])
        const { rows } = await client.query<{ found: boolean }>(HAS_OWNER)
        if (rows[0]?.found === true) return null
        const personId = await insertPerson(client, person, by)
        await client.query(
          'insert into organization (id, slug, name) values ($1, $2, $2) on conflict (slug) do nothing',
          [randomUUID(), organization],
        )
        const { rows: owned } = await client.query<{ organization_id: string }>(
          `insert into membership (organization_id, user_id, role)
           select id, $2, 'owner' from organization where slug = $1 returning organization_id`,
          [organization, personId],
        )
        const object = { kind: 'person', id: personId, name: person.name }
        const after = { role: 'owner' }
        await writeDirectoryEvent(client, owned[0]?.organization_id ?? null, by, {
          action: 'member.added',
          object,
          after,
        })
        return personId
      }),

    async add(person, by) {
      try {
        return await change((client) => insertPerson(client, person, by))
      } catch (error) {
        if (sqlState(error) === SQL_STATE.uniqueViolation) return null
        throw error
      }
    },

    findByEmail,

    async recordFailedSignIn(email, by) {
      const person = email === null ? null : await findByEmail(email)
      const object = { kind: 'person', id: person?.id ?? null, name: person?.name ?? '' }
      await writeDirectoryEvent(pool, null, by, { action: 'person.sign-in-failed', object })
    },

    async findInvitation(secretSha256, at) {
      const { rows } = await pool.query<{ organization: string; email: string | null }>(
        `select organization.name as organization, email from invitation join organization on organization.id = organization_id
         where secret_sha256 = $1 and ${IS_OPEN}`,
        [secretSha256, at],
      )
      return rows[0] ?? null
    },

    async isInvited(email, at) {
      const { rowCount } = await pool.query(`select from invitation where lower(email) = $1 and ${IS_OPEN} limit 1`, [
        email,
        at,
      ])
      return rowCount === 1
    },

    findProfile: (personId) => findProfile(pool, personId),
    listRecentEvents: (personId, limit) => listRecentEvents(pool, personId, limit),

    rename: (personId, name, by) =>
      change(async (client) => {
        const { rows } = await client.query<{ before: string }>(
          `update app_user set name = $2, updated_at = now() from app_user old where app_user.id = $1 and old.id = $1
           returning old.name as before`,
          [personId, name],
        )
        const object = { kind: 'person', id: personId, name }
        const before = { name: rows[0]?.before }
        await writeDirectoryEvent(client, null, by, { action: 'person.renamed', object, before, after: { name } })
      }),

    async changeEmail(personId, email, by) {
      try {
        await change(async (client) => {
          const text = 'update app_user set email = $2, email_verified = false, updated_at = now() where id = $1'
          await client.query(text, [personId, email])
          await writeDirectoryEvent(client, null, by, emailChanged(personId, by))
        })
        return true
      } catch (error) {
        if (sqlState(error) === SQL_STATE.uniqueViolation) return false
        throw error
      }
    },

    async renamePasskey(personId, passkeyId, name, by) {
      const text = 'update passkey set name = $3 where user_id = $1 and id = $2 returning name'
      return changeOwn(personId, passkeyId, [text, [name]], by, 'passkey.renamed')
    },

    async removePasskey(personId, passkeyId, by) {
      return changeOwn(
        personId,
        passkeyId,
        ['delete from passkey where user_id = $1 and id = $2 returning name', []],
        by,
        'passkey.removed',
      )
    },

    async unlink(personId, accountId, by) {
      // Two at once must not take the last two ways: each waits for the other on the person's row.
      const text = `with held as (select id from app_user where id = $1 for update)
        delete from account using held where user_id = held.id and account.id = $2 and provider_id <> 'credential'
        and (exists (select from account other where other.user_id = $1 and other.id <> $2)
          or exists (select from passkey where passkey.user_id = $1))
        returning provider_id as name`
      return changeOwn(personId, accountId, [text, []], by, 'account.unlinked')
    },

    export: (personId) => exportAccount(pool, personId),
    delete: (personId, by) => change((client) => deleteAccount(client, personId, by)),
  }

  /** Changes one row that belongs to a person, and writes its audit event. */
  async function changeOwn(
    personId: string,
    id: string,
    [text, values]: [text: string, values: unknown[]],
    by: Actor,
    action: string,
  ): Promise<boolean> {
    if (!isUuid(id)) return false
    return change(async (client) => {
      const { rows } = await client.query<{ name: string | null }>(text, [personId, id, ...values])
      if (rows[0] === undefined) return false
      const [kind = ''] = action.split('.')
      await writeDirectoryEvent(client, null, by, { action, object: { kind, id, name: rows[0].name ?? '' } })
      return true
    })
  }
}

const HAS_OWNER = "select exists (select from membership where role = 'owner') as found"
const IS_OPEN = 'accepted_at is null and revoked_at is null and expires_at > $2::timestamptz'

const emailChanged = (id: string, by: Actor) => ({
  action: 'person.email-changed',
  object: { kind: 'person', id, name: by.name },
})

async function insertPerson(client: PoolClient, person: NewAccount, by: Actor): Promise<string> {
  const id = randomUUID()
  const { name, email, emailVerified, passwordHash } = person
  await client.query('insert into app_user (id, email, name, email_verified) values ($1, $2, $3, $4)', [
    id,
    email,
    name,
    emailVerified,
  ])
  await client.query(
    "insert into account (id, user_id, provider_id, account_id, password) values ($1, $2::uuid, 'credential', $2::uuid::text, $3)",
    [randomUUID(), id, passwordHash],
  )
  const self: Actor = { ...by, kind: 'person', id, name }
  await writeDirectoryEvent(client, null, self, { action: 'person.signed-up', object: { kind: 'person', id, name } })
  return id
}
