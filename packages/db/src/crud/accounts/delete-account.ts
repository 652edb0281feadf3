import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { removeFromProject } from '../organizations/members.ts'
import { revokeLinksOfRemoved } from '../organizations/organization-link-policy.ts'
import { revokeMadeBy } from '../tokens/revoke-made-by.ts'

/**
 * Removes a person from every organization and project, and deletes the account with its sessions, linked accounts,
 * passkeys and favorites. Audit events keep the person's name.
 */
export async function deleteAccount(tx: Transaction, userId: string, by: Actor): Promise<{ lastOwnerOf: string[] }> {
  await lockOwnedOrganizations(tx, userId)
  const lastOwnerOf = await listLastOwnerOf(tx, userId)
  if (lastOwnerOf.length > 0) return { lastOwnerOf }
  const object = { kind: 'person', id: userId, name: by.name }
  const removed = { personId: userId, name: by.name, organizationId: null, at: new Date() }
  await revokeLinksOfRemoved(tx, removed, by)
  const memberships = await tx.membership.findMany({ where: { userId } })
  await tx.membership.deleteMany({ where: { userId } })
  for (const { organizationId, role } of memberships) {
    await writeDirectoryEvent(tx, organizationId, by, { action: 'member.removed', object, before: { role } })
  }
  const named = await tx.projectMember.findMany({ where: { userId }, select: { projectId: true } })
  for (const { projectId } of named) await removeFromProject(tx, projectId, object, by)
  await revokeMadeBy(tx, removed, by)
  await tx.appUser.deleteMany({ where: { id: userId } })
  await writeDirectoryEvent(tx, null, by, { action: 'person.deleted', object })
  return { lastOwnerOf: [] }
}

/** Locks every organization that the person owns, so that no owner is added or removed before the commit. */
async function lockOwnedOrganizations(tx: Transaction, userId: string): Promise<void> {
  await tx.$queryRaw`
    select from organization
    where exists (
      select from membership where organization_id = organization.id and user_id = ${userId}::uuid and role = 'owner')
    order by id for update`
}

/** The slugs of organizations without another owner. */
export async function listLastOwnerOf(tx: Pick<Transaction, 'organization'>, userId: string): Promise<string[]> {
  const organizations = await tx.organization.findMany({
    where: {
      memberships: { some: { userId, role: 'owner' }, none: { userId: { not: userId }, role: 'owner' } },
    },
    select: { slug: true },
    orderBy: { slug: 'asc' },
  })
  return organizations.map(({ slug }) => slug)
}
