import type { Pool, PoolClient } from 'pg'
import { writeDirectoryEvent } from '../crud/audit/audit.ts'
import { isUuid } from '../is-uuid.ts'
import type { AccountSession, AccountStore, Actor, FoundSession } from '../types.ts'

const TOUCH_EVERY_MS = 5 * 60 * 1000

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Runs for every request of a signed-in person, so it is a prepared statement. */
const FIND = `
  select session.id, ${iso('session.created_at')} as "createdAt", ${iso('expires_at')} as "expiresAt",
    ${iso('last_seen_at')} as "lastSeenAt",
    json_build_object('id', app_user.id, 'name', app_user.name, 'email', app_user.email) as person
  from session join app_user on app_user.id = user_id
  where token = $1`

export const LIST_SESSIONS = `
  select id, ${iso('created_at')} as "createdAt", ${iso('last_seen_at')} as "lastSeenAt", ip_address as address,
    user_agent as "userAgent"
  from session where user_id = $1`

type Change = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>
type SessionQueries = Pick<
  AccountStore,
  'findSession' | 'touchSession' | 'deleteExpiredSession' | 'endSession' | 'endOtherSessions' | 'listSessions'
>

export function sessionQueries(pool: Pool, change: Change): SessionQueries {
  return {
    async findSession(tokenHmac) {
      const { rows } = await pool.query<FoundSession>({ name: 'find-session', text: FIND, values: [tokenHmac] })
      return rows[0] ?? null
    },

    async touchSession({ id, lastSeenAt }, at) {
      if (at.getTime() - Date.parse(lastSeenAt) < TOUCH_EVERY_MS) return
      await pool.query('update session set last_seen_at = $2 where id = $1 and last_seen_at < $2', [id, at])
    },

    async deleteExpiredSession(id) {
      await pool.query('delete from session where id = $1', [id])
    },

    async endSession(personId, sessionId, by, as = 'session.ended') {
      if (!isUuid(sessionId)) return false
      return change(async (client) => {
        const text = 'delete from session where user_id = $1 and id = $2'
        const { rowCount } = await client.query(text, [personId, sessionId])
        if (rowCount === 1) await writeEnded(client, sessionId, by, as)
        return rowCount === 1
      })
    },

    endOtherSessions: (personId, keptId, by) =>
      change(async (client) => {
        const text = 'delete from session where user_id = $1 and id <> $2 returning id'
        const { rows } = await client.query<{ id: string }>(text, [personId, keptId])
        for (const { id } of rows) await writeEnded(client, id, by)
        return rows.length
      }),

    async listSessions(personId, seenAfter, at) {
      const { rows } = await pool.query<AccountSession>(
        `${LIST_SESSIONS} and last_seen_at > $2 and expires_at > $3 order by last_seen_at desc, id`,
        [personId, seenAfter, at],
      )
      return rows
    },
  }
}

const writeEnded = (client: PoolClient, id: string, by: Actor, action = 'session.ended') =>
  writeDirectoryEvent(client, null, by, { action, object: { kind: 'session', id, name: by.name } })
