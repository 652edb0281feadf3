import { X509Certificate } from 'node:crypto'
import type { CacheProvider, Profile } from '@node-saml/node-saml'
import { z } from 'zod'
import { checkSamlText } from './check-saml-text.ts'
import type { ProviderPerson } from './provider-person.ts'

/** The clock of a provider may differ by this much. */
const MAX_CLOCK_SKEW_MS = 60_000
/** An assertion older than this is refused, whatever it says itself. */
const MAX_ASSERTION_AGE_MS = 5 * 60_000
/** A response of a provider has a few kilobytes; a form of a page is limited to 64 KB. */
const MAX_RESPONSE_CHARS = 65_536

/** How a provider is known; its certificates are PEM texts one after the other. */
export type SamlSettings = { issuer: string; ssoUrl: string; certificates: string }

/** This server as the provider knows it, for one organization. */
export type SamlService = { entityId: string; acsUrl: string }

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** Reads the certificates of a text. @throws Error that says what is wrong with them. */
export function readCertificates(text: string): string[] {
  const found = text.match(CERTIFICATE) ?? []
  if (found.length === 0) throw new Error('There is no certificate that begins with -----BEGIN CERTIFICATE-----.')
  return found.map((pem, index) => {
    try {
      return new X509Certificate(pem).toString()
    } catch (cause) {
      const message = `Certificate ${index + 1} cannot be read. Copy it from the metadata of the provider again.`
      throw new Error(message, { cause })
    }
  })
}

/** The address of the provider, with a request that its response must name. */
export async function samlSignInUrl(
  settings: SamlSettings,
  service: SamlService,
  { requestId, state }: { requestId: string; state: string },
): Promise<string> {
  const saml = await openSaml(settings, service, requestId)
  return saml.getAuthorizeUrlAsync(state, undefined, {})
}

/** Describes this server to a provider, as XML. */
export async function samlMetadata(service: SamlService): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  return generateServiceProviderMetadata({
    issuer: service.entityId,
    callbackUrl: service.acsUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
  })
}

/**
 * Reads the person of a response. The signed assertion itself must name this server, its address, and the request.
 *
 * @param response the field SAMLResponse of the form, in base64.
 * @throws Error for a response that does not prove who the person is.
 */
export async function readSamlResponse(
  settings: SamlSettings,
  service: SamlService,
  requestId: string,
  response: string,
): Promise<ProviderPerson> {
  if (response.length > MAX_RESPONSE_CHARS) throw new Error('The response is too long.')
  const xml = Buffer.from(response, 'base64').toString('utf8')
  checkSamlText(xml)
  const saml = await openSaml(settings, service, requestId)
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response })
  if (profile === null) throw new Error('The response has no assertion.')
  requireConfirmation(profile, service, requestId)
  if (profile.issuer !== settings.issuer)
    throw new Error(`The assertion is issued by ${profile.issuer}, not by ${settings.issuer}.`)
  return personOf(profile)
}

async function openSaml({ issuer, ssoUrl, certificates }: SamlSettings, service: SamlService, requestId: string) {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  return new SAML({
    callbackUrl: service.acsUrl,
    issuer: service.entityId,
    audience: service.entityId,
    entryPoint: ssoUrl,
    idpIssuer: issuer,
    idpCert: readCertificates(certificates),
    identifierFormat: null,
    // The provider decides how people sign in there.
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: MAX_CLOCK_SKEW_MS,
    maxAssertionAgeMs: MAX_ASSERTION_AGE_MS,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: oneRequest(requestId),
  })
}

/** Knows the one request whose response is expected; that it is used once is checked where its state is stored. */
function oneRequest(requestId: string): CacheProvider {
  const find = (id: string | null) => (id === requestId ? new Date().toISOString() : null)
  return {
    saveAsync: async (_, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (id) => find(id),
    removeAsync: async (id) => id,
  }
}

const Confirmations = z.object({
  Assertion: z.object({
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z
          .array(
            z.object({
              $: z.object({ Method: z.string() }),
              SubjectConfirmationData: z.tuple([
                z.object({
                  $: z.object({ InResponseTo: z.string(), Recipient: z.string(), NotOnOrAfter: z.string() }),
                }),
              ]),
            }),
          )
          .min(1),
      }),
    ]),
  }),
})

/** The library checks these where they are present; they must be present, and in the signed part. */
function requireConfirmation(profile: Profile, { acsUrl }: SamlService, requestId: string): void {
  const read = Confirmations.safeParse(profile.getAssertion?.())
  if (!read.success)
    throw new Error('The subject of the assertion is not confirmed with InResponseTo, Recipient and NotOnOrAfter.')
  const isConfirmed = read.data.Assertion.Subject[0].SubjectConfirmation.every(
    ({ $: { Method }, SubjectConfirmationData: [{ $: confirmed }] }) =>
      Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer' &&
      confirmed.InResponseTo === requestId &&
      confirmed.Recipient === acsUrl,
  )
  if (!isConfirmed) throw new Error(`The assertion is not confirmed for this sign-in at ${acsUrl}.`)
}

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
/** Names of attributes: LDAP (OID), Entra ID and AD FS (claims), Okta and Google (plain). */
const EMAIL = [
  'email',
  'mail',
  'emailaddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const NAME = [
  'displayname',
  'name',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
]

function personOf(profile: Profile): ProviderPerson {
  const { nameID: subject, nameIDFormat } = profile
  if (typeof subject !== 'string' || subject === '' || subject.length > 255)
    throw new Error('The assertion has no name of its subject (NameID).')
  if (nameIDFormat === TRANSIENT)
    throw new Error('The name of the subject is transient. Configure a persistent name or the e-mail address.')
  const attributes = z.record(z.string(), z.unknown()).catch({}).parse(profile.attributes)
  const email = readAttribute(attributes, EMAIL) ?? (subject.includes('@') ? subject : null)
  if (email === null) throw new Error('The assertion names no e-mail address. Add the attribute email at the provider.')
  return { subject, email, name: readAttribute(attributes, NAME) ?? '' }
}

function readAttribute(attributes: Record<string, unknown>, names: readonly string[]): string | null {
  for (const name of names) {
    const found = Object.entries(attributes).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    const first = Array.isArray(found) ? found[0] : found
    if (typeof first === 'string' && first !== '') return first
  }
  return null
}
