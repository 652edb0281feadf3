import type { PoolClient } from 'pg'
import type { Actor, RevokedToken } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'

/** Who made the tokens, and in which organization; in all of them when it is null. */
type MadeBy = { personId: string; name: string; organizationId: string | null; at: Date }

/** Who leaves takes no key along: what they made stops at once. */
export async function revokeMadeBy(
  client: PoolClient,
  { personId, name: maker, organizationId, at }: MadeBy,
  by: Actor,
): Promise<RevokedToken[]> {
  const { rows } = await client.query<{ project_id: string; id: string; name: string; slug: string }>(REVOKE, [
    organizationId,
    personId,
    at,
  ])
  for (const { project_id, id, name } of rows) {
    const object = { kind: 'token', id, name }
    await writeAudit(client, project_id, by, { action: 'token.revoked', object, after: { because: `${maker} left` } })
  }
  return rows.map(({ name, slug }) => ({ name, project: slug }))
}

const REVOKE = `
  update api_token t set revoked_at = $3::timestamptz from project p
  where p.id = t.project_id and ($1::uuid is null or p.organization_id = $1) and t.created_by = $2
    and t.revoked_at is null and (t.expires_at is null or t.expires_at > $3::timestamptz)
  returning t.project_id, t.id, t.name, p.slug`
