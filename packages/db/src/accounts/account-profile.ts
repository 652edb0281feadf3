import type { Pool } from 'pg'
import type { AccountEvent, AccountExport, AccountProfile, AccountSession } from '../types.ts'
import { LIST_SESSIONS } from './sessions.ts'

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const PROFILE = `
  select id, name, email, email_verified as "emailVerified", ${iso('created_at')} as "createdAt",
    exists (select from account where user_id = app_user.id and provider_id = 'credential') as "hasPassword",
    coalesce((select json_agg(json_build_object('id', passkey.id, 'name', passkey.name, 'backedUp', backed_up,
        'createdAt', ${iso('passkey.created_at')}) order by passkey.created_at, passkey.id)
      from passkey where user_id = app_user.id), '[]') as passkeys,
    coalesce((select json_agg(json_build_object('id', account.id, 'provider', provider_id, 'accountId', account_id,
        'createdAt', ${iso('account.created_at')}) order by provider_id, account.id)
      from account where user_id = app_user.id and provider_id <> 'credential'), '[]') as "linkedAccounts"
  from app_user where id = $1`

const ORGANIZATIONS = `
  select slug, name, role, ${iso('membership.created_at')} as since
  from membership join organization on organization.id = organization_id where user_id = $1 order by slug`

const PROJECTS = `
  select slug, name, role, ${iso('project_member.created_at')} as since
  from project_member join project on project.id = project_id where user_id = $1 order by slug`

const EVENTS = `
  (select ${iso('at')} as at, action, object_kind as kind, object_name as name, null as project
   from directory_event where actor_id = $1 order by directory_event.at desc limit 10000)
  union all
  (select ${iso('at')}, action, object_kind, object_name, project.slug
   from audit_event join project on project.id = project_id where actor_id = $1 order by audit_event.at desc limit 10000)
  order by at desc`

const LATELY = `
  select id, ${iso('at')} as at, action, object_name as name, address from (
    select * from directory_event where actor_id = $1::uuid and organization_id is null
    union
    select * from directory_event where object_id = $1::uuid::text and action = 'person.sign-in-failed'
    order by at desc, id limit $2) as line
  order by line.at desc, id`

/** Events of an account: actions of its owner and failed sign-ins. */
export async function listRecentEvents(pool: Pool, personId: string, limit: number): Promise<AccountEvent[]> {
  return (await pool.query<AccountEvent>(LATELY, [personId, limit])).rows
}

export async function findProfile(pool: Pool, personId: string): Promise<AccountProfile | null> {
  const { rows } = await pool.query<AccountProfile>(PROFILE, [personId])
  return rows[0] ?? null
}

/** All that is stored of a person above projects. */
export async function exportAccount(pool: Pool, personId: string): Promise<AccountExport | null> {
  const profile = await findProfile(pool, personId)
  if (profile === null) return null
  const list = async <Row extends object>(text: string) => (await pool.query<Row>(text, [personId])).rows
  return {
    profile,
    sessions: await list<AccountSession>(`${LIST_SESSIONS} order by created_at, id`),
    organizations: await list<AccountExport['organizations'][number]>(ORGANIZATIONS),
    projects: await list<AccountExport['projects'][number]>(PROJECTS),
    events: await list<AccountExport['events'][number]>(EVENTS),
  }
}
