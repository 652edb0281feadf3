import type { NewIdentityProvider } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { readCertificates } from './saml-client.ts'

const EVERY_PROVIDER = {
  name: z.string().trim().min(1).max(60),
  defaultRole: z.enum(['viewer', 'author', 'maintainer']).nullable(),
}

const OidcInput = z.object({
  ...EVERY_PROVIDER,
  protocol: z.literal('oidc'),
  issuer: z.url({ protocol: /^https?$/ }).max(500),
  clientId: z.string().trim().min(1).max(500),
  /** Empty keeps the secret of the same client. */
  clientSecret: z.string().max(2000),
})

const SamlInput = z.object({
  ...EVERY_PROVIDER,
  protocol: z.literal('saml'),
  /** Entity ids are URIs, and need not be addresses. */
  issuer: z.string().trim().min(1).max(500),
  ssoUrl: z.url({ protocol: /^https?$/ }).max(500),
  certificates: z.string().trim().max(20_000),
})

/** A provider as the form of an owner sends it. */
export const ProviderInput = z.discriminatedUnion('protocol', [OidcInput, SamlInput])

/** Tries the provider and prepares it for storage. */
export function checkedProvider(
  services: Services,
  organization: string,
  provider: z.infer<typeof ProviderInput>,
): Promise<Result<NewIdentityProvider, AppError>> {
  return provider.protocol === 'saml' ? checkSaml(services, provider) : checkOidc(services, organization, provider)
}

async function checkOidc(
  services: Services,
  organization: string,
  { clientSecret, ...provider }: z.infer<typeof OidcInput>,
): Promise<Result<NewIdentityProvider, AppError>> {
  const stored = await services.db.identityProviders.findByOrganization(organization)
  const isSame =
    stored?.protocol === 'oidc' && stored.issuer === provider.issuer && stored.clientId === provider.clientId
  const secret = clientSecret === '' && isSame ? services.vault.open(stored.clientSecretSealed) : clientSecret
  if (secret === null || secret === '') return err(SECRET_NEEDED)
  try {
    await services.oidc.check({ ...provider, clientSecret: secret })
  } catch (error) {
    return err(notUsable(provider.issuer, error))
  }
  return ok({ ...provider, clientSecretSealed: clientSecret === '' ? null : services.vault.seal(clientSecret) })
}

/** A SAML provider is never requested by us; browsers are sent to its address. */
async function checkSaml(
  { addresses }: Services,
  provider: z.infer<typeof SamlInput>,
): Promise<Result<NewIdentityProvider, AppError>> {
  const { protocol } = new URL(provider.ssoUrl)
  if (protocol !== 'https:' && !addresses.allowLoopback)
    return err(
      appError(
        'query-invalid',
        'The sign-in address does not begin with https://. Enter the address of the provider with https://.',
      ),
    )
  try {
    return ok({ ...provider, certificates: readCertificates(provider.certificates).join('') })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return err(appError('query-invalid', `The certificates cannot be used. ${reason}`))
  }
}

export const SECRET_NEEDED = appError(
  'query-invalid',
  'Enter the client secret: it is not stored for this issuer and client.',
)

const notUsable = (issuer: string, error: unknown) =>
  appError(
    'query-invalid',
    `The identity provider ${issuer} cannot be used: ${reasonOf(error)}. Enter the issuer as in its document /.well-known/openid-configuration.`,
  )

/** The library wraps the refusal of an address or a connection as the cause of its own error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
