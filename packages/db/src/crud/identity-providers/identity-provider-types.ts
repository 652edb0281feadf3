import type { Actor, MemberRole } from '../../types.ts'

/** How an OpenID Connect provider is known. */
type OidcFields = { protocol: 'oidc'; issuer: string; clientId: string }

/** How a SAML 2.0 provider is known. */
type SamlFields = {
  protocol: 'saml'
  /** The entity id of the provider. */
  issuer: string
  /** Address to which browsers are sent. */
  ssoUrl: string
  /** Certificates in PEM whose keys sign assertions. */
  certificates: string
}

type ProviderFields = {
  name: string
  /** Role of people who sign in for the first time; null when only present members can sign in. */
  defaultRole: MemberRole | null
}

/** The identity provider of an organization. */
export type IdentityProvider = ProviderFields & { id: string } & (OidcFields | SamlFields)

/** A provider with what a sign-in needs. */
export type SignInProviderRow = ProviderFields & {
  id: string
  organization: { id: string; slug: string; name: string }
} & ((OidcFields & { clientSecretSealed: string }) | SamlFields)

/** A domain of mail addresses. Only a verified one lets people sign in, and it belongs to one organization. */
export type MailDomain = {
  domain: string
  /** The value of the TXT record that verifies the domain. */
  txtValue: string
  verifiedAt: string | null
  verifiedBy: 'dns' | 'operator' | null
}

export type IdentityProviderSettings = {
  provider: IdentityProvider | null
  isRequired: boolean
  domains: MailDomain[]
  /** Members whose address is in no verified domain, so that they cannot sign in by the provider. */
  membersOutside: number
}

/** A client secret of null keeps that of the same client. */
export type NewIdentityProvider = ProviderFields & ((OidcFields & { clientSecretSealed: string | null }) | SamlFields)

/** A sign-in that a provider vouches for. */
export type ProviderIdentity = {
  subject: string
  /** The address in lower case. */
  email: string
  name: string
  /** The person of the browser's session, who can link an account whose address was never confirmed. */
  signedInAs: string | null
}

/** `other-subject`: the account of that address belongs to another person at the provider. */
export type Admission =
  | { outcome: 'admitted'; personId: string }
  | { outcome: 'foreign-address' | 'unconfirmed-account' | 'other-subject' | 'not-a-member' }

/** The result of a change; `required`: members sign in by this provider only, so it cannot be removed. */
export type ProviderChange = 'done' | 'required' | 'secret-needed' | 'not-there'

export type IdentityProviderStore = {
  settings(organizationId: string): Promise<IdentityProviderSettings>
  /** Stores the provider. Another protocol, issuer or client replaces it, and its links to accounts are deleted. */
  save(organizationId: string, provider: NewIdentityProvider, by: Actor): Promise<ProviderChange>
  /** Stores the same client secret, encrypted again. */
  reseal(providerId: string, clientSecretSealed: string): Promise<void>
  remove(organizationId: string, by: Actor): Promise<ProviderChange>
  /** Sessions of members that were not created by the provider are incomplete from the next request on. */
  require(organizationId: string, isRequired: boolean, by: Actor): Promise<ProviderChange>
  addDomain(organizationId: string, domain: { domain: string; txtValue: string }, by: Actor): Promise<MailDomain>
  /** @returns `taken` when the domain is verified for another organization. */
  verifyDomain(
    organizationId: string,
    verified: { domain: string; as: 'dns' | 'operator'; at: Date },
    by: Actor,
  ): Promise<'done' | 'taken' | 'not-there'>
  removeDomain(organizationId: string, domain: string, by: Actor): Promise<boolean>
  /** Finds the provider of the organization for which the domain is verified. */
  findByDomain(domain: string): Promise<SignInProviderRow | null>
  findByOrganization(slug: string): Promise<SignInProviderRow | null>
  /** Stores a sign-in that is sent to a provider. */
  startSignIn(started: StartedSignIn): Promise<void>
  /** Returns a started sign-in once, to the browser that started it. */
  finishSignIn(
    state: { stateSha256: string; browserSha256: string },
    at: Date,
  ): Promise<{ provider: SignInProviderRow; nextPath: string } | null>
  /**
   * Finds or creates the account of a person that a provider vouches for, as a member of its organization. Accounts with an
   * address outside the verified domains of the organization are never admitted.
   */
  admit(provider: SignInProviderRow, identity: ProviderIdentity, by: Actor): Promise<Admission>
  /** Lists providers by which the person of a session signed in. */
  provenProviders(sessionId: string): Promise<string[]>
  /** Lists organizations of a person whose required provider has not vouched for the session. */
  missing(personId: string, sessionId: string): Promise<{ slug: string; name: string; provider: string }[]>
}

export type StartedSignIn = {
  stateSha256: string
  browserSha256: string
  providerId: string
  nextPath: string
  expiresAt: Date
}
