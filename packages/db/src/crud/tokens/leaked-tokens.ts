import type { PoolClient } from 'pg'
import type { Actor, LeakedToken } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'

type Row = {
  id: string
  project_id: string
  name: string
  slug: string
  organization_id: string
  created_by: string | null
}

/** Revokes those of these hashes that are usable, with a line in the trail of each project. */
export async function revokeLeaked(
  client: PoolClient,
  hashes: readonly string[],
  at: Date,
  by: Actor,
): Promise<LeakedToken[]> {
  const { rows } = await client.query<Row>(REVOKE, [hashes, at])
  const leaked: LeakedToken[] = []
  for (const { id, project_id, name, slug, organization_id, created_by } of rows) {
    const object = { kind: 'token', id, name }
    await writeAudit(client, project_id, by, { action: 'token.leaked', object, after: { revoked: true } })
    const { rows: tell } = await client.query<{ name: string; email: string }>(TELL, [organization_id, created_by])
    leaked.push({ id, name, project: slug, tell })
  }
  return leaked
}

const REVOKE = `
  update api_token t set revoked_at = $2::timestamptz, leaked_at = $2::timestamptz
  from project p
  where p.id = t.project_id and t.token_sha256 = any($1::text[]) and t.revoked_at is null
  returning t.id, t.project_id, t.name, p.slug, p.organization_id, t.created_by`

/** The owners, and who made it. */
const TELL = `
  select name, email from app_user
  where id = $2::uuid or id in (select user_id from membership where organization_id = $1 and role = 'owner')
  order by email`
