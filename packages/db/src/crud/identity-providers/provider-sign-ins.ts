import { deletedRow } from '../../scope/deleted-row.ts'
import type { IdentityProviderStore, SignInProviderRow } from '../../types.ts'
import type { DirectoryClient } from '../organizations/directory-client.ts'
import { asProvider, type StoredProvider } from './stored-provider.ts'

type SignInQueries = Pick<
  IdentityProviderStore,
  'findByDomain' | 'findByOrganization' | 'startSignIn' | 'finishSignIn' | 'provenProviders' | 'missing'
>

const COLUMNS = {
  id: true,
  name: true,
  protocol: true,
  issuer: true,
  clientId: true,
  clientSecretSealed: true,
  ssoUrl: true,
  certificates: true,
  defaultRole: true,
  organization: { select: { id: true, slug: true, name: true } },
} as const

/** Queries for sign-ins by identity providers. */
export function providerSignInQueries(prisma: DirectoryClient): SignInQueries {
  const find = async (organization: object): Promise<SignInProviderRow | null> => {
    const row = await prisma.identityProvider.findFirst({ where: { organization }, select: COLUMNS })
    return row && asSignInProvider(row)
  }
  return {
    findByDomain: (domain) => find({ mailDomains: { some: { domain, verifiedAt: { not: null } } } }),
    findByOrganization: (slug) => find({ slug }),

    async startSignIn(started) {
      const now = new Date(started.expiresAt.getTime() - STARTED_FOR_MS)
      await prisma.providerSignIn.deleteMany({ where: { expiresAt: { lt: now } } })
      await prisma.providerSignIn.create({ data: started })
    },

    async finishSignIn({ stateSha256, browserSha256 }, at) {
      // The row is deleted, so that of two requests with one state one succeeds.
      const where = { stateSha256, browserSha256 }
      const started = await deletedRow(
        prisma.providerSignIn.delete({ where, include: { provider: { select: COLUMNS } } }),
      )
      if (started === null || started.expiresAt <= at) return null
      return { provider: asSignInProvider(started.provider), nextPath: started.nextPath }
    },

    async provenProviders(sessionId) {
      const rows = await prisma.sessionProvider.findMany({ where: { sessionId }, select: { providerId: true } })
      return rows.map(({ providerId }) => providerId)
    },

    async missing(userId, sessionId) {
      const rows = await prisma.organization.findMany({
        where: {
          requireIdentityProvider: true,
          memberships: { some: { userId } },
          NOT: { identityProvider: { sessions: { some: { sessionId } } } },
        },
        select: { slug: true, name: true, identityProvider: { select: { name: true } } },
        orderBy: { slug: 'asc' },
      })
      return rows.map(({ slug, name, identityProvider }) => ({ slug, name, provider: identityProvider?.name ?? '' }))
    },
  }
}

type Row = StoredProvider & { clientSecretSealed: string; organization: SignInProviderRow['organization'] }

const asSignInProvider = ({ organization, clientSecretSealed, ...row }: Row): SignInProviderRow => {
  const provider = asProvider(row)
  return provider.protocol === 'saml'
    ? { ...provider, organization }
    : { ...provider, organization, clientSecretSealed }
}

/** A sign-in at a provider must be completed within this time. */
export const STARTED_FOR_MS = 10 * 60_000
