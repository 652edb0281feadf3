import type { PoolClient } from 'pg'
import { writeAudit, writeDirectoryEvent } from '../crud/audit/audit.ts'
import { revokeMadeBy } from '../crud/tokens/revoke-made-by.ts'
import type { Actor } from '../types.ts'

/** Locks every organization that the person owns, so that no owner is added or removed before the commit. */
const HOLD = `
  select from organization
  where exists (select from membership where organization_id = organization.id and user_id = $1 and role = 'owner')
  order by id for update`

/** A separate statement: it must see the changes that were committed while the lock was awaited. */
const LAST_OWNER_OF = `
  select slug from organization join membership mine on mine.organization_id = organization.id
  where mine.user_id = $1 and mine.role = 'owner' and not exists (
    select from membership other
    where other.organization_id = organization.id and other.role = 'owner' and other.user_id <> $1)
  order by slug`

/**
 * Removes a person from every organization and project and deletes the account with its sessions, linked accounts,
 * passkeys and favourites. Audit events keep the name that the person had.
 */
export async function deleteAccount(
  client: PoolClient,
  personId: string,
  by: Actor,
): Promise<{ lastOwnerOf: string[] }> {
  await client.query(HOLD, [personId])
  const { rows } = await client.query<{ slug: string }>(LAST_OWNER_OF, [personId])
  const lastOwnerOf = rows.map(({ slug }) => slug)
  if (lastOwnerOf.length > 0) return { lastOwnerOf }
  const object = { kind: 'person', id: personId, name: by.name }
  const left = await client.query<{ organization_id: string; role: string }>(
    'delete from membership where user_id = $1 returning organization_id, role',
    [personId],
  )
  for (const { organization_id, role } of left.rows) {
    await writeDirectoryEvent(client, organization_id, by, { action: 'member.removed', object, before: { role } })
  }
  const named = await client.query<{ project_id: string; role: string }>(
    'delete from project_member where user_id = $1 returning project_id, role',
    [personId],
  )
  for (const { project_id, role } of named.rows) {
    await writeAudit(client, project_id, by, { action: 'project-member.removed', object, before: { role } })
  }
  await revokeMadeBy(client, { personId, name: by.name, organizationId: null, at: new Date() }, by)
  await client.query('delete from app_user where id = $1', [personId])
  await writeDirectoryEvent(client, null, by, { action: 'person.deleted', object })
  return { lastOwnerOf: [] }
}
