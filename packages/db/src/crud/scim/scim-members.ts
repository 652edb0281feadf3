import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, MemberRole, ScimRefusal } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { accountProviderId } from '../identity-providers/provider-account.ts'
import { removeMember } from '../organizations/members.ts'

/** Role of new members when the organization has chosen no default. */
const ROLE_WITHOUT_DEFAULT = 'viewer'

type Joining = { email: string; name: string; role: MemberRole | null; userId?: string | null }

/** Makes the person of an address a member; creates the account when there is none. */
export async function addScimMember(
  tx: Transaction,
  organizationId: string,
  { email, name, role, userId = null }: Joining,
  by: Actor,
): Promise<{ userId: string; role: null } | ScimRefusal> {
  const select = { id: true, name: true, emailVerified: true } as const
  const found =
    (userId === null ? null : await tx.appUser.findUnique({ where: { id: userId }, select })) ??
    (await tx.appUser.findUnique({ where: { email }, select }))
  const key = { organizationId, userId: found?.id ?? '' }
  const isMember = found !== null && (await tx.membership.count({ where: key })) > 0
  // Somebody else may have signed up with the address.
  if (found !== null && !isMember && !found.emailVerified) return 'unconfirmed-account'
  const person = found ?? (await addPerson(tx, { email, name }, by))
  if (!isMember) {
    const given = role ?? (await defaultRole(tx, organizationId))
    await tx.membership.create({ data: { organizationId, userId: person.id, role: given } })
    const object = { kind: 'person', id: person.id, name: person.name }
    await writeDirectoryEvent(tx, organizationId, by, { action: 'member.added', object, after: { role: given } })
  }
  return { userId: person.id, role: null }
}

/**
 * Removes the membership like a maintainer would, and ends the sessions that the organization's identity provider created.
 *
 * @returns the role to restore, which is never that of an owner.
 */
export async function removeScimMember(
  tx: Transaction,
  { organizationId, userId, at }: { organizationId: string; userId: string; at: Date },
  by: Actor,
): Promise<MemberRole | null | 'last-owner'> {
  const where = { organizationId_userId: { organizationId, userId } }
  const held = await tx.membership.findUnique({ where, select: { role: true } })
  const of = ['owner', 'maintainer', 'author', 'viewer'] as const
  const { outcome } = await removeMember(tx, organizationId, { personId: userId, of, at }, by)
  if (outcome === 'last-owner') return outcome
  const ended = { userId, providers: { some: { provider: { organizationId } } } }
  const sessions = await tx.session.findMany({ where: ended, select: { id: true } })
  await tx.session.deleteMany({ where: { id: { in: sessions.map(({ id }) => id) } } })
  for (const { id } of sessions) {
    const object = { kind: 'session', id, name: by.name }
    await writeDirectoryEvent(tx, null, by, { action: 'session.ended', object })
  }
  return held?.role === 'owner' ? 'maintainer' : (held?.role ?? null)
}

/** The address may belong to another person at the provider next time. */
export async function unlinkFromProvider(tx: Transaction, organizationId: string, userId: string): Promise<void> {
  const provider = await tx.identityProvider.findUnique({ where: { organizationId }, select: { id: true } })
  if (provider === null) return
  await tx.account.deleteMany({ where: { userId, providerId: accountProviderId(provider.id) } })
}

async function defaultRole(tx: Transaction, organizationId: string): Promise<MemberRole> {
  const provider = await tx.identityProvider.findUnique({ where: { organizationId }, select: { defaultRole: true } })
  return provider?.defaultRole ?? ROLE_WITHOUT_DEFAULT
}

async function addPerson(tx: Transaction, { email, name }: { email: string; name: string }, by: Actor) {
  const id = randomUUID()
  await tx.appUser.create({ data: { id, email, name, emailVerified: true } })
  await writeDirectoryEvent(tx, null, by, { action: 'person.signed-up', object: { kind: 'person', id, name } })
  return { id, name }
}
