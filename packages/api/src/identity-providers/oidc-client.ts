import type { Configuration, CustomFetchOptions } from 'openid-client'
import { z } from 'zod'
import type { AddressRule } from '../notifications/ssrf-guard.ts'
import { guardedFetch, IDENTITY_PROVIDER_TIMEOUT_MS } from './guarded-fetch.ts'
import type { ProviderPerson } from './provider-person.ts'

/** The clock of a provider may differ by this much. */
const MAX_CLOCK_SKEW_S = 60

/** The library is loaded at the first sign-in, so that a start does not wait for it. */
const loadLibrary = () => import('openid-client')

const DISCOVERED_FOR_MS = 10 * 60_000
const MAX_DISCOVERED = 200

/** How a provider is reached. */
export type OidcSettings = { issuer: string; clientId: string; clientSecret: string }

/** Values of one sign-in, which the response of the provider must repeat. */
export type OidcSecrets = { state: string; nonce: string; codeVerifier: string }

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().optional(),
})

/** Signs in by OpenID Connect with the code flow: PKCE, state, nonce, and id tokens whose signature is verified. */
export function createOidcClient(rule: AddressRule, now: () => Date) {
  const discovered = new Map<string, { until: number; found: Promise<Configuration> }>()

  const discover = (settings: OidcSettings): Promise<Configuration> => {
    const key = JSON.stringify([settings.issuer, settings.clientId, settings.clientSecret])
    const known = discovered.get(key)
    if (known !== undefined && known.until > now().getTime()) return known.found
    if (discovered.size >= MAX_DISCOVERED) discovered.clear()
    const found = discoverProvider(settings, rule)
    discovered.set(key, { until: now().getTime() + DISCOVERED_FOR_MS, found })
    found.catch(() => discovered.delete(key))
    return found
  }

  return {
    /** @throws Error that says why the provider cannot be used. */
    async check(settings: OidcSettings): Promise<void> {
      await discoverProvider(settings, rule)
    },

    async authorizationUrl(settings: OidcSettings, redirectUri: string, secrets: OidcSecrets, hint: string | null) {
      const oidc = await loadLibrary()
      const codeChallenge = await oidc.calculatePKCECodeChallenge(secrets.codeVerifier)
      return oidc.buildAuthorizationUrl(await discover(settings), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        ...(hint !== null && { login_hint: hint }),
      }).href
    },

    /** @throws Error for a response that does not prove who the person is. */
    async findPerson(settings: OidcSettings, callback: URL, secrets: OidcSecrets): Promise<ProviderPerson> {
      const oidc = await loadLibrary()
      const configuration = await discover(settings)
      const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.codeVerifier,
        idTokenExpected: true,
      })
      const idToken = Claims.parse(tokens.claims())
      if (idToken.email !== undefined) return asPerson(idToken)
      const userInfo = await oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
      return asPerson({ ...Claims.parse(userInfo), sub: idToken.sub })
    },
  }
}

export type OidcClient = ReturnType<typeof createOidcClient>

async function discoverProvider(
  { issuer, clientId, clientSecret }: OidcSettings,
  rule: AddressRule,
): Promise<Configuration> {
  const oidc = await loadLibrary()
  const insecure = rule.allowLoopback ? [oidc.allowInsecureRequests] : []
  const fetch = guardedFetch(rule)
  const request = (url: string, options: CustomFetchOptions) => fetch(url, options)
  const found = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    [oidc.customFetch]: request,
    execute: insecure,
    timeout: IDENTITY_PROVIDER_TIMEOUT_MS / 1000,
  })
  const server = found.serverMetadata()
  requireWebAddress(server.authorization_endpoint, rule)
  // A provider without this list supports client_secret_basic (OpenID Connect Discovery 1.0, section 3).
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication = methods.includes('client_secret_post')
    ? oidc.ClientSecretPost(clientSecret)
    : oidc.ClientSecretBasic(clientSecret)
  const client = { client_secret: clientSecret, [oidc.clockTolerance]: MAX_CLOCK_SKEW_S }
  const configuration = new oidc.Configuration(server, clientId, client, authentication)
  configuration[oidc.customFetch] = request
  configuration.timeout = IDENTITY_PROVIDER_TIMEOUT_MS / 1000
  for (const change of [...insecure, oidc.enableNonRepudiationChecks]) change(configuration)
  return configuration
}

/** The browser is sent to this address, so it must not be a script. */
function requireWebAddress(address: string | undefined, { allowLoopback }: AddressRule): void {
  const { protocol } = new URL(address ?? '')
  const isAllowed = protocol === 'https:' || (allowLoopback && protocol === 'http:')
  if (!isAllowed)
    throw new Error(
      'The authorization endpoint of the provider is not an https address. Correct the configuration of the provider.',
    )
}

function asPerson({ sub, email, email_verified: isVerified, name }: z.infer<typeof Claims>): ProviderPerson {
  if (email === undefined)
    throw new Error('The provider names no e-mail address. Permit the scope email for the client.')
  // A provider that says nothing is believed, because the organization registered it for its own domain.
  if (isVerified === false || isVerified === 'false')
    throw new Error('The provider has not confirmed your e-mail address. Confirm it there, and sign in again.')
  return { subject: sub, email, name: name ?? '' }
}
