import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

const LIFETIME_S = 60

/** Differences from the answers of an honest provider. */
export type OidcAnswers = {
  /** Issuer in the metadata and the ID token. */
  issuer?: string
  /** Claims of the ID token that replace the honest ones. */
  claims?: Record<string, unknown>
  /** User info that replaces that of Ada. */
  person?: { sub?: string; email?: string; email_verified?: boolean; name?: string }
  /** The key that signs the ID token. */
  key?: 'own' | 'other'
  withoutToken?: true
}

const ADA = { sub: 'ada', email: 'ada@assay.test', email_verified: true, name: 'Ada' }

/**
 * Starts an OpenID Connect provider that has one person and returns that person for any code. A test sets `answers`, and
 * `nonce` from the address that a person is sent to.
 */
export async function startMinimalOidcProvider() {
  const keys = { own: await generateKeyPair('RS256'), other: await generateKeyPair('RS256') }
  const jwk = { ...(await exportJWK(keys.own.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  const provider = { issuer: '', nonce: '', answers: {} as OidcAnswers, close: () => void server.close() }
  const idToken = () => {
    const { answers, issuer, nonce } = provider
    const now = Math.floor(Date.now() / 1_000)
    const sub = answers.person?.sub ?? ADA.sub
    const claims = { iss: answers.issuer ?? issuer, aud: 'assay', sub, nonce, iat: now, exp: now + LIFETIME_S }
    return new SignJWT({ ...claims, ...answers.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(keys[answers.key ?? 'own'].privateKey)
  }
  const bodies: Record<string, () => Promise<object>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer: provider.answers.issuer ?? provider.issuer,
      authorization_endpoint: `${provider.issuer}/authorize`,
      token_endpoint: `${provider.issuer}/token`,
      userinfo_endpoint: `${provider.issuer}/person`,
      jwks_uri: `${provider.issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': async () => ({ keys: [jwk] }),
    '/token': async () => ({
      ...{ access_token: 'access', token_type: 'Bearer', expires_in: LIFETIME_S },
      ...(provider.answers.withoutToken === undefined && { id_token: await idToken() }),
    }),
    '/person': async () => ({ ...ADA, ...provider.answers.person }),
  }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    void bodies[request.url ?? '']?.().then((body) => response.end(JSON.stringify(body)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on TCP has a port.
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}
