import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { ensureSetUpCode } from './set-up-code.ts'

// A minimal provider: it has one person and returns that person for any code.
let provider: Server
let issuer: string
let known = { sub: 'ada', email: 'ada@assay.test', email_verified: true, name: 'Ada' }
beforeAll(async () => {
  provider = createServer((request, response) => {
    const answers: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
      },
      '/token': { access_token: 'access', token_type: 'Bearer', expires_in: 60 },
      '/userinfo': known,
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[request.url ?? ''] ?? {}))
  })
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  // A server that listens on TCP has a port.
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => provider.close())

async function serverWith(signUp: 'open' | 'invited'): Promise<TestServer> {
  const server = await startTestServer({
    now: () => new Date(),
    people: {
      ASSAY_SIGN_UP: signUp,
      ASSAY_OIDC_ISSUER: issuer,
      ASSAY_OIDC_CLIENT_ID: 'assay',
      ASSAY_OIDC_CLIENT_SECRET: 'secret',
      ASSAY_OIDC_NAME: 'Example',
    },
  })
  const owner = { name: 'Olga', email: 'olga@assay.test', password: 'orbit-salad-4-tunnel' }
  const made = await server.services.accounts.setUp(requestFacts(new Headers()), {
    ...owner,
    code: ensureSetUpCode(server.directory),
  })
  if (!made.ok) throw new Error(made.error.detail)
  return server
}

const cookieOf = (lines: readonly string[]) => lines.map((line) => line.split(';')[0]).join('; ')

/** Goes to the provider and back, as a browser does. */
async function goRound({ services: { accounts } }: TestServer) {
  const started = await accounts.startProvider(requestFacts(new Headers()), { provider: 'oidc', next: '/p/demo' })
  if (!started.ok) throw new Error(started.error.detail)
  const authorizationUrl = new URL(started.value.url)
  expect(authorizationUrl.origin).toBe(issuer)
  expect(authorizationUrl.searchParams.get('code_challenge_method')).toBe('S256')
  const back = new URL(authorizationUrl.searchParams.get('redirect_uri') ?? '')
  back.search = new URLSearchParams({
    code: 'code',
    state: authorizationUrl.searchParams.get('state') ?? '',
  }).toString()
  const answer = await accounts.handleIdentityRequest(
    new Request(back, { headers: { cookie: cookieOf(started.value.cookies) } }),
  )
  const facts = requestFacts(new Headers({ cookie: cookieOf(answer.headers.getSetCookie()) }))
  return { to: answer.headers.get('location'), person: await accounts.findSignedInPerson(facts) }
}

test('a first sign-in with a provider creates an account when sign-up is open', async () => {
  const server = await serverWith('open')
  try {
    expect(server.services.accounts.signInMethods().providers).toEqual([{ id: 'oidc', name: 'Example' }])
    const first = await goRound(server)
    expect(first).toMatchObject({ to: 'http://assay.test/p/demo', person: { name: 'Ada', email: 'ada@assay.test' } })
    const second = await goRound(server)
    expect(second.person?.id).toBe(first.person?.id)
    expect(second.person?.sessionId).not.toBe(first.person?.sessionId)
    // An address that the provider has not confirmed does not open the account of somebody else.
    known = { sub: 'eve', email: 'olga@assay.test', email_verified: false, name: 'Eve' }
    expect((await goRound(server)).person).toBeNull()
  } finally {
    known = { sub: 'ada', email: 'ada@assay.test', email_verified: true, name: 'Ada' }
    await server.stop()
  }
})

test('with sign-up by invitation, a first sign-in with a provider needs an invitation', async () => {
  const server = await serverWith('invited')
  try {
    const answer = await goRound(server)
    expect(answer.person).toBeNull()
    expect(answer.to).toMatch(/^http:\/\/assay\.test\/sign-in\?problem=provider/)
    expect(await server.db.accounts.findByEmail('ada@assay.test')).toBeNull()
  } finally {
    await server.stop()
  }
})
