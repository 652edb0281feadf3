import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOidcClient } from './oidc-client.ts'

// A provider that answers what a test wants: every answer but the first must be refused.
let server: Server
let issuer: string
let keys: Awaited<ReturnType<typeof generateKeyPair>>
let others: Awaited<ReturnType<typeof generateKeyPair>>
const now = () => Math.floor(Date.now() / 1000)
const SECRETS = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) }

type Answers = {
  metadata?: Record<string, unknown>
  claims?: Record<string, unknown>
  header?: { alg: string; kid?: string }
  key?: 'own' | 'other' | 'secret' | 'none'
  token?: (response: ServerResponse) => void
}
let answers: Answers = {}

beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true })
  others = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/token' && answers.token !== undefined) return answers.token(response)
    const bodies: Record<string, () => Promise<object>> = {
      '/.well-known/openid-configuration': async () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
        response_types_supported: ['code'],
        ...answers.metadata,
      }),
      '/jwks': async () => ({ keys: [jwk] }),
      '/token': async () => ({ access_token: 'a', token_type: 'Bearer', id_token: await idToken() }),
    }
    void bodies[request.url ?? '']?.().then((body) => response.end(JSON.stringify(body)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has a port.
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

async function idToken(): Promise<string> {
  const claims = {
    iss: issuer,
    aud: 'assay',
    sub: 'ada',
    email: 'ada@example.org',
    nonce: SECRETS.nonce,
    iat: now(),
    exp: now() + 60,
    ...answers.claims,
  }
  const header = answers.header ?? { alg: 'RS256', kid: 'k' }
  if (answers.key === 'none') {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg: 'none' })}.${part(claims)}.`
  }
  const key = { own: keys.privateKey, other: others.privateKey, secret: Buffer.from('the client secret') }
  return new SignJWT(claims).setProtectedHeader(header).sign(key[answers.key ?? 'own'])
}

async function signIn(given: Answers, search = `code=c&state=${SECRETS.state}`) {
  answers = given
  const client = createOidcClient({ allowLoopback: true }, () => new Date())
  const settings = { issuer, clientId: 'assay', clientSecret: 'the client secret' }
  return client.findPerson(settings, new URL(`http://assay.test/callback?${search}`), SECRETS)
}

test('the answer of an honest provider is accepted, also one whose clock differs by less than a minute', async () => {
  await expect(signIn({})).resolves.toEqual({ subject: 'ada', email: 'ada@example.org', name: '' })
  const behind = { iat: now() - 130, exp: now() - 30 }
  await expect(signIn({ claims: behind })).resolves.toMatchObject({ subject: 'ada' })
})

const HOSTILE: Record<string, () => Answers> = {
  'another issuer': () => ({ claims: { iss: 'https://evil.test' } }),
  'another audience': () => ({ claims: { aud: 'another-client' } }),
  'several audiences without ours as the authorized party': () => ({ claims: { aud: ['assay', 'x'], azp: 'x' } }),
  'another nonce': () => ({ claims: { nonce: 'x'.repeat(43) } }),
  'no nonce': () => ({ claims: { nonce: undefined } }),
  'an expired token': () => ({ claims: { iat: now() - 600, exp: now() - 300 } }),
  'a token that is not valid yet': () => ({ claims: { nbf: now() + 300 } }),
  'no subject': () => ({ claims: { sub: undefined } }),
  'an empty subject': () => ({ claims: { sub: '' } }),
  'an address that is not confirmed': () => ({ claims: { email_verified: false } }),
  'an address that is not confirmed, in words': () => ({ claims: { email_verified: 'false' } }),
  'a signature by another key': () => ({ key: 'other' }),
  'a signature by the client secret': () => ({ key: 'secret', header: { alg: 'HS256', kid: 'k' } }),
  'no signature': () => ({ key: 'none' }),
  'no signature, as the metadata permit': () => ({
    key: 'none',
    metadata: { id_token_signing_alg_values_supported: ['none', 'RS256'] },
  }),
  'metadata of another issuer': () => ({ metadata: { issuer: 'https://evil.test' } }),
  'an authorization endpoint that is a script': () => ({ metadata: { authorization_endpoint: 'javascript:alert(1)' } }),
  'a token endpoint in the private network': () => ({ metadata: { token_endpoint: 'https://10.0.0.1/token' } }),
  'keys at the metadata service of a cloud': () => ({ metadata: { jwks_uri: 'http://169.254.169.254/keys' } }),
  'a redirect of the token endpoint': () => ({
    token: (response) => response.writeHead(307, { location: `${issuer}/jwks` }).end(),
  }),
  'an endless answer': () => ({ token: (response) => response.end('['.repeat(2_000_000)) }),
  'an answer without an id token': () => ({
    token: (response) => response.end(JSON.stringify({ access_token: 'a', token_type: 'Bearer' })),
  }),
}

test.each(Object.entries(HOSTILE))('a provider is refused: %s', async (_, hostile) => {
  await expect(signIn(hostile())).rejects.toThrow()
})

test.each([
  ['another state', `code=c&state=${'x'.repeat(43)}`],
  ['no state', 'code=c'],
  ['an error of the provider', `error=access_denied&state=${SECRETS.state}`],
  ['another issuer in the response', `code=c&state=${SECRETS.state}&iss=https://evil.test`],
])('a callback is refused: %s', async (_, search) => {
  await expect(signIn({}, search)).rejects.toThrow()
})

test('a provider in the private network is refused, by its address and by its name', async () => {
  const client = createOidcClient({ allowLoopback: false }, () => new Date())
  const settings = { clientId: 'assay', clientSecret: 'x' }
  for (const address of [
    issuer,
    'https://127.0.0.1',
    'https://localhost',
    'https://10.0.0.1',
    'https://[::ffff:10.0.0.1]',
  ]) {
    await expect(client.check({ ...settings, issuer: address }), address).rejects.toThrow()
  }
})
