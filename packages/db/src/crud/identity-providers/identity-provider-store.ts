import { randomUUID } from 'node:crypto'
import type { Connection } from '../../connection.ts'
import { lockRowAbove } from '../../scope/lock-row.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, IdentityProvider, IdentityProviderStore, NewIdentityProvider } from '../../types.ts'
import { nullWhenTaken } from '../accounts/add-account.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { admitPerson } from './admit-person.ts'
import { asMailDomain, mailDomainQueries } from './mail-domains.ts'
import { accountProviderId } from './provider-account.ts'
import { providerSignInQueries } from './provider-sign-ins.ts'
import { asProvider, type StoredProvider } from './stored-provider.ts'

/** Stores the identity providers of organizations. Each change and its audit event are one transaction. */
export function identityProviderStore({ prisma }: Connection): IdentityProviderStore {
  return {
    ...mailDomainQueries(prisma),
    ...providerSignInQueries(prisma),
    async admit(provider, identity, by) {
      const admit = () => prisma.$transaction((tx) => admitPerson(tx, provider, identity, by))
      // A sign-up at the same time may have taken the address, and is found by the second attempt.
      return (await nullWhenTaken(admit())) ?? admit()
    },

    async settings(organizationId) {
      const { identityProvider, requireIdentityProvider, mailDomains } = await prisma.organization.findUniqueOrThrow({
        where: { id: organizationId },
        select: {
          requireIdentityProvider: true,
          identityProvider: true,
          mailDomains: { orderBy: { domain: 'asc' } },
        },
      })
      const verified = mailDomains.filter(({ verifiedAt }) => verifiedAt !== null)
      const inside = verified.map(({ domain }) => ({ user: { email: { endsWith: `@${domain}` } } }))
      const membersOutside = await prisma.membership.count({ where: { organizationId, NOT: { OR: inside } } })
      return {
        provider: identityProvider && asProvider(identityProvider),
        isRequired: requireIdentityProvider,
        domains: mailDomains.map(asMailDomain),
        membersOutside,
      }
    },

    save: (organizationId, provider, by) =>
      prisma.$transaction(async (tx) => {
        const { before, isRequired } = await lockProvider(tx, organizationId)
        const isSame = before !== null && isSameProvider(before, provider)
        const data = columnsOf(provider, isSame ? before.clientSecretSealed : null)
        if (data === null) return 'secret-needed'
        const id = isSame ? before.id : randomUUID()
        if (isSame) {
          await tx.identityProvider.update({ where: { organizationId }, data })
        } else {
          // No session would be one of the new provider, so that all members would be signed out.
          if (isRequired) return 'required'
          if (before !== null) await deleteProvider(tx, before.id)
          await tx.identityProvider.create({ data: { organizationId, id, ...data } })
        }
        const old = before && auditedFields(asProvider(before))
        const change = { object: objectOf(id, provider.name), before: old, after: auditedFields(provider) }
        await writeDirectoryEvent(tx, organizationId, by, { action: 'identity-provider.saved', ...change })
        return 'done'
      }),

    async reseal(id, clientSecretSealed) {
      await prisma.identityProvider.updateMany({ where: { id }, data: { clientSecretSealed } })
    },

    remove: (organizationId, by) =>
      prisma.$transaction(async (tx) => {
        const { before, isRequired } = await lockProvider(tx, organizationId)
        if (before === null) return 'not-there'
        if (isRequired) return 'required'
        await deleteProvider(tx, before.id)
        const change = { object: objectOf(before.id, before.name), before: auditedFields(asProvider(before)) }
        await writeDirectoryEvent(tx, organizationId, by, { action: 'identity-provider.removed', ...change })
        return 'done'
      }),

    require: (organizationId, isRequired, by) =>
      prisma.$transaction((tx) => require(tx, organizationId, isRequired, by)),
  }
}

async function require(tx: Transaction, id: string, isRequired: boolean, by: Actor) {
  const { before, isRequired: wasRequired, name } = await lockProvider(tx, id)
  if (before === null && isRequired) return 'not-there'
  await tx.organization.update({ where: { id }, data: { requireIdentityProvider: isRequired } })
  const change = { object: { kind: 'organization', id, name }, before: { required: wasRequired } }
  const after = { required: isRequired }
  await writeDirectoryEvent(tx, id, by, { action: 'organization.identity-provider-required', ...change, after })
  return 'done'
}

/** Locks the organization, so that its provider and its requirement change one after the other. */
async function lockProvider(tx: Transaction, organizationId: string) {
  await lockRowAbove(tx, 'organization', organizationId)
  const { identityProvider, requireIdentityProvider, name } = await tx.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { name: true, requireIdentityProvider: true, identityProvider: true },
  })
  return { before: identityProvider, isRequired: requireIdentityProvider, name }
}

/** Deletes a provider with its links to accounts, because another provider may have the same subjects. */
async function deleteProvider(tx: Transaction, id: string): Promise<void> {
  await tx.account.deleteMany({ where: { providerId: accountProviderId(id) } })
  await tx.identityProvider.deleteMany({ where: { id } })
}

const isSameProvider = (before: StoredProvider, provider: NewIdentityProvider): boolean =>
  before.protocol === provider.protocol &&
  before.issuer === provider.issuer &&
  before.clientId === (provider.protocol === 'oidc' ? provider.clientId : '')

/** The columns of a provider; null when its client secret is not known. */
function columnsOf({ name, defaultRole, ...provider }: NewIdentityProvider, storedSecret: string | null) {
  const { protocol, issuer } = provider
  const common = { name, defaultRole, protocol, issuer }
  if (provider.protocol === 'saml') {
    const { ssoUrl, certificates } = provider
    return { ...common, ssoUrl, certificates, clientId: '', clientSecretSealed: '' }
  }
  const clientSecretSealed = provider.clientSecretSealed ?? storedSecret
  if (clientSecretSealed === null) return null
  return { ...common, clientId: provider.clientId, clientSecretSealed, ssoUrl: null, certificates: null }
}

const auditedFields = ({ issuer, defaultRole, ...provider }: NewIdentityProvider | IdentityProvider) =>
  provider.protocol === 'saml'
    ? { protocol: 'saml', issuer, ssoUrl: provider.ssoUrl, certificates: provider.certificates, defaultRole }
    : { issuer, clientId: provider.clientId, defaultRole }

const objectOf = (id: string, name: string) => ({ kind: 'identity-provider', id, name })
