import { randomUUID } from 'node:crypto'
import { isUuid } from '../../is-uuid.ts'
import { lockRowAbove } from '../../scope/lock-row.ts'
import type { Actor, Invitation, OrganizationStore } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import type { DirectoryClient } from './directory-client.ts'

type InvitationQueries = Pick<OrganizationStore, 'invitations' | 'invite' | 'revokeInvitation' | 'accept'>

const OPEN = { acceptedAt: null, revokedAt: null }

export function invitationQueries(prisma: DirectoryClient): InvitationQueries {
  return {
    async invitations(organizationId, at) {
      const rows = await prisma.invitation.findMany({
        where: { organizationId, ...OPEN, expiresAt: { gt: at } },
        select: { id: true, email: true, role: true, inviter: true, createdAt: true, expiresAt: true },
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      })
      return rows.map(
        ({ inviter, createdAt, expiresAt, ...row }): Invitation => ({
          ...row,
          invitedBy: inviter?.name ?? null,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        }),
      )
    },

    invite: (organizationId, { email, role, expiresAt, secretSha256 }, by) =>
      prisma.$transaction(async (tx) => {
        const id = randomUUID()
        const invitedBy = by.kind === 'person' ? by.id : null
        const data = { organizationId, id, email, role, secretSha256, invitedBy, expiresAt }
        const { createdAt } = await tx.invitation.create({ data })
        const after = { role, expiresAt }
        await writeDirectoryEvent(tx, organizationId, by, {
          action: 'invitation.made',
          object: objectOf(id, email),
          after,
        })
        return { id, email, role, invitedBy: by.name, createdAt: createdAt.toISOString(), expiresAt }
      }),

    async revokeInvitation(organizationId, id, at, by) {
      if (!isUuid(id)) return false
      return prisma.$transaction(async (tx) => {
        const [revoked] = await tx.invitation.updateManyAndReturn({
          where: { organizationId, id, ...OPEN },
          data: { revokedAt: at },
          select: { email: true },
        })
        if (revoked === undefined) return false
        const object = objectOf(id, revoked.email)
        await writeDirectoryEvent(tx, organizationId, by, { action: 'invitation.revoked', object })
        return true
      })
    },

    accept: (secretSha256, person, at, by) => prisma.$transaction((tx) => accept(tx, secretSha256, person, at, by)),
  }
}

async function accept(
  tx: Parameters<typeof lockRowAbove>[0],
  secretSha256: string,
  person: { id: string; email: string },
  at: Date,
  by: Actor,
): ReturnType<OrganizationStore['accept']> {
  // The lock makes the second of two concurrent requests see that the invitation was accepted.
  await tx.$queryRaw`select from invitation where secret_sha256 = ${secretSha256} for update`
  const held = await tx.invitation.findFirst({
    where: { secretSha256, ...OPEN, expiresAt: { gt: at } },
    include: { organization: { select: { id: true, slug: true, name: true } } },
  })
  if (held === null) return { outcome: 'not-there' }
  if (held.email !== null && held.email.toLowerCase() !== person.email.toLowerCase())
    return { outcome: 'other-address' }
  const { organization, role } = held
  await lockRowAbove(tx, 'organization', organization.id)
  const { count } = await tx.membership.createMany({
    data: [{ organizationId: organization.id, userId: person.id, role }],
    skipDuplicates: true,
  })
  if (count === 0) return { outcome: 'member-already', organization }
  const where = { organizationId_id: { organizationId: organization.id, id: held.id } }
  await tx.invitation.update({ where, data: { acceptedAt: at, acceptedBy: person.id } })
  const object = { kind: 'person', id: person.id, name: by.name }
  const after = { role, invitation: held.id }
  await writeDirectoryEvent(tx, organization.id, by, { action: 'member.added', object, after })
  return { outcome: 'accepted', organization }
}

const objectOf = (id: string, email: string | null) => ({
  kind: 'invitation',
  id,
  name: email ?? 'whoever has the link',
})
