import type { IdentityProvider, MemberRole } from '../../types.ts'

/** A row of identity_provider as Prisma returns it; a constraint of the table says which columns a protocol has. */
export type StoredProvider = {
  id: string
  name: string
  protocol: string
  issuer: string
  clientId: string
  ssoUrl: string | null
  certificates: string | null
  defaultRole: MemberRole | null
}

export function asProvider({ id, name, protocol, issuer, defaultRole, ...row }: StoredProvider): IdentityProvider {
  const { clientId, ssoUrl, certificates } = row
  if (protocol !== 'saml' || ssoUrl === null || certificates === null)
    return { id, name, protocol: 'oidc', issuer, clientId, defaultRole }
  return { id, name, protocol, issuer, ssoUrl, certificates, defaultRole }
}
