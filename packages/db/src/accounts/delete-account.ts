import type { PoolClient } from 'pg'
import { writeAudit, writeDirectoryEvent } from '../crud/audit/audit.ts'
import { revokeMadeBy } from '../crud/tokens/revoke-made-by.ts'
import type { Actor } from '../types.ts'

/** Holds the owners of every organization that the person owns as they are until the end. */
const HOLD = `
  select from organization
  where exists (select from membership where organization_id = organization.id and user_id = $1 and role = 'owner')
  order by id for update`

/** A statement of its own: it has to see what was committed while the one above waited. */
const LAST_OWNER_OF = `
  select slug from organization join membership mine on mine.organization_id = organization.id
  where mine.user_id = $1 and mine.role = 'owner' and not exists (
    select from membership other
    where other.organization_id = organization.id and other.role = 'owner' and other.user_id <> $1)
  order by slug`

/**
 * Takes a person out of every organization and project and deletes them; sessions, accounts, passkeys and kept pages go
 * with the row. What they did stays in the trails under the name they had.
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
