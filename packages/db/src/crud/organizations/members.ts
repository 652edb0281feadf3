import { isUuid } from '../../is-uuid.ts'
import { deletedRow } from '../../scope/deleted-row.ts'
import { lockRowAbove } from '../../scope/lock-row.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, Member, MemberOutcome, MemberRole, OrganizationStore } from '../../types.ts'
import { writeAudit, writeDirectoryEvent } from '../audit/audit.ts'
import { revokeMadeBy } from '../tokens/revoke-made-by.ts'
import type { DirectoryClient } from './directory-client.ts'
import { revokeLinksOfRemoved } from './organization-link-policy.ts'

/** Columns of a person with a role in an organization or project. */
export const MEMBER = {
  role: true,
  createdAt: true,
  user: {
    select: {
      id: true,
      name: true,
      email: true,
      sessions: { select: { updatedAt: true }, orderBy: { updatedAt: 'desc' }, take: 1 },
    },
  },
} as const satisfies Prisma.MembershipSelect & Prisma.ProjectMemberSelect

export const asMember = ({
  role,
  createdAt,
  user,
}: Prisma.MembershipGetPayload<{ select: typeof MEMBER }>): Member => ({
  personId: user.id,
  name: user.name,
  email: user.email,
  role,
  since: createdAt.toISOString(),
  lastSeenAt: user.sessions[0]?.updatedAt.toISOString() ?? null,
})

type MemberQueries = Pick<OrganizationStore, 'members' | 'setRole' | 'removeMember'>

export function memberQueries(prisma: DirectoryClient): MemberQueries {
  return {
    async members(organizationId) {
      const rows = await prisma.membership.findMany({
        where: { organizationId },
        select: MEMBER,
        orderBy: [{ role: 'asc' }, { user: { name: 'asc' } }, { userId: 'asc' }],
      })
      return rows.map(asMember)
    },

    async setRole(id, { personId, role, of }, by) {
      if (!isUuid(personId)) return 'not-there'
      return prisma.$transaction(async (tx) => {
        const held = await holdMember(tx, id, { personId, of, staysOwner: role === 'owner' })
        if (typeof held === 'string') return held
        if (held.role === role) return 'done'
        const where = { organizationId_userId: { organizationId: id, userId: personId } }
        await tx.membership.update({ where, data: { role } })
        const object = { kind: 'person', id: personId, name: held.name }
        const before = { role: held.role }
        await writeDirectoryEvent(tx, id, by, { action: 'member.role-changed', object, before, after: { role } })
        return 'done'
      })
    },

    removeMember: (id, removed, by) => prisma.$transaction((tx) => removeMember(tx, id, removed, by)),
  }
}

/** Removes a person from an organization and its projects, and revokes tokens and, by the policy, links. */
export async function removeMember(
  tx: Transaction,
  id: string,
  { personId, of, at }: Parameters<OrganizationStore['removeMember']>[1],
  by: Actor,
): ReturnType<OrganizationStore['removeMember']> {
  if (!isUuid(personId)) return { outcome: 'not-there', revoked: [] }
  const held = await holdMember(tx, id, { personId, of, staysOwner: false })
  if (typeof held === 'string') return { outcome: held, revoked: [] }
  await tx.membership.delete({ where: { organizationId_userId: { organizationId: id, userId: personId } } })
  const named = await tx.projectMember.findMany({
    where: { userId: personId, project: { organizationId: id } },
    select: { projectId: true },
  })
  const object = { kind: 'person', id: personId, name: held.name }
  for (const { projectId } of named) await removeFromProject(tx, projectId, object, by)
  const revoked = await revokeMadeBy(tx, { personId, name: held.name, organizationId: id, at }, by)
  const links = await revokeLinksOfRemoved(tx, { personId, name: held.name, organizationId: id, at }, by)
  const after = { ...(revoked.length > 0 && { revokedTokens: revoked }), ...(links > 0 && { revokedLinks: links }) }
  await writeDirectoryEvent(tx, id, by, {
    action: 'member.removed',
    object,
    before: { role: held.role },
    ...(Object.keys(after).length > 0 && { after }),
  })
  return { outcome: 'done', revoked }
}

/** Removes the role of a person in a project; false if there was none. */
export async function removeFromProject(
  tx: Transaction,
  projectId: string,
  object: { kind: string; id: string; name: string },
  by: Actor,
): Promise<boolean> {
  const where = { projectId_userId: { projectId, userId: object.id } }
  const removed = await deletedRow(tx.projectMember.delete({ where }))
  if (removed === null) return false
  const before = { role: removed.role }
  await writeAudit(tx, projectId, by, { action: 'project-member.removed', object, before })
  return true
}

type Held = { name: string; role: MemberRole }

/** Locks and reads a member; returns an outcome instead if the change is not allowed. */
async function holdMember(
  tx: Transaction,
  organizationId: string,
  { personId, of, staysOwner }: { personId: string; of: readonly MemberRole[]; staysOwner: boolean },
): Promise<Held | Exclude<MemberOutcome, 'done'>> {
  // Serializes changes of the owners of an organization.
  await lockRowAbove(tx, 'organization', organizationId)
  const held = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId: personId } },
    select: { role: true, user: { select: { name: true } } },
  })
  if (held === null || !of.includes(held.role)) return 'not-there'
  const owners = await tx.membership.count({ where: { organizationId, role: 'owner' } })
  return held.role === 'owner' && owners === 1 && !staysOwner ? 'last-owner' : { name: held.user.name, role: held.role }
}
