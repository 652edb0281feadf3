import { randomUUID } from 'node:crypto'
import { lockRowAbove } from '../../scope/lock-row.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, Admission, ProviderIdentity, SignInProviderRow } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { accountProviderId } from './provider-account.ts'

type Person = { id: string; name: string }
type Found = { person: Person & { emailVerified: boolean }; isLinked: boolean }

/** Finds or creates the account of a person whom the provider of an organization vouches for. */
export async function admitPerson(
  tx: Transaction,
  provider: SignInProviderRow,
  identity: ProviderIdentity,
  by: Actor,
): Promise<Admission> {
  const { organization } = provider
  // Concurrent first sign-ins of one person come one after the other.
  await lockRowAbove(tx, 'organization', organization.id)
  const found = await findPerson(tx, provider, identity)
  if (typeof found === 'string') return { outcome: found }
  // A directory decides who is a member, so a sign-in creates no member.
  const hasDirectory = (await tx.scimToken.count({ where: { organizationId: organization.id } })) > 0
  const defaultRole = hasDirectory ? null : provider.defaultRole
  if (found !== null && (await isDisabled(tx, organization.id, found.person.id))) return { outcome: 'not-a-member' }
  const isMember = found !== null && (await findMembership(tx, organization.id, found.person.id))
  if (!isMember && defaultRole === null) return { outcome: 'not-a-member' }
  if (found !== null && !found.isLinked && !found.person.emailVerified && identity.signedInAs !== found.person.id) {
    return { outcome: 'unconfirmed-account' }
  }
  const person = found?.person ?? (await addPerson(tx, identity, by))
  const self: Actor = { ...by, kind: 'person', id: person.id, name: person.name }
  if (found?.isLinked !== true) await link(tx, { provider, subject: identity.subject, person }, self)
  if (!isMember && defaultRole !== null) {
    await tx.membership.create({ data: { organizationId: organization.id, userId: person.id, role: defaultRole } })
    const object = { kind: 'person', id: person.id, name: person.name }
    const after = { role: defaultRole, identityProvider: provider.id }
    await writeDirectoryEvent(tx, organization.id, self, { action: 'member.added', object, after })
  }
  return { outcome: 'admitted', personId: person.id }
}

/**
 * Finds the account by the provider's subject, or else by the address. Neither is enough when the address of the account
 * is in no verified domain: the organization has no say about such an account.
 */
async function findPerson(
  tx: Transaction,
  { id, organization }: SignInProviderRow,
  { subject, email }: ProviderIdentity,
): Promise<Found | null | 'foreign-address' | 'other-subject'> {
  const providerId = accountProviderId(id)
  const select = { id: true, name: true, email: true, emailVerified: true } as const
  const account = await tx.account.findFirst({
    where: { providerId, accountId: subject },
    select: { user: { select } },
  })
  const person = account?.user ?? (await tx.appUser.findUnique({ where: { email }, select }))
  if (!(await isVerifiedAddress(tx, organization.id, person?.email ?? email))) return 'foreign-address'
  if (person === null) return null
  if (account !== null) return { person, isLinked: true }
  // The address may have been given to another person since.
  const other = await tx.account.findFirst({ where: { providerId, userId: person.id }, select: { id: true } })
  return other === null ? { person, isLinked: false } : 'other-subject'
}

export async function isVerifiedAddress(tx: Transaction, organizationId: string, email: string): Promise<boolean> {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const where = { organizationId, domain, verifiedAt: { not: null } }
  return (await tx.mailDomain.findFirst({ where, select: { domain: true } })) !== null
}

/** True for a person whom the directory of the organization has disabled, also when another owner invited them again. */
async function isDisabled(tx: Transaction, organizationId: string, userId: string): Promise<boolean> {
  return (await tx.scimUser.count({ where: { organizationId, userId, active: false } })) > 0
}

async function findMembership(tx: Transaction, organizationId: string, userId: string): Promise<boolean> {
  const where = { organizationId_userId: { organizationId, userId } }
  return (await tx.membership.findUnique({ where, select: { role: true } })) !== null
}

/** Adds an account without a password, whose address the provider has confirmed. */
async function addPerson(tx: Transaction, { email, name }: ProviderIdentity, by: Actor): Promise<Person> {
  const id = randomUUID()
  await tx.appUser.create({ data: { id, email, name, emailVerified: true } })
  const self: Actor = { ...by, kind: 'person', id, name }
  await writeDirectoryEvent(tx, null, self, { action: 'person.signed-up', object: { kind: 'person', id, name } })
  return { id, name }
}

async function link(
  tx: Transaction,
  { provider, subject, person }: { provider: SignInProviderRow; subject: string; person: Person },
  by: Actor,
): Promise<void> {
  const id = randomUUID()
  const providerId = accountProviderId(provider.id)
  await tx.account.create({ data: { id, userId: person.id, providerId, accountId: subject } })
  const object = { kind: 'account', id, name: provider.name }
  await writeDirectoryEvent(tx, null, by, { action: 'account.linked', object })
}
