import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { ensureSetUpCode } from './set-up-code.ts'
import { type OidcAnswers, startMinimalOidcProvider } from './testing/minimal-oidc-provider.ts'

let provider: Awaited<ReturnType<typeof startMinimalOidcProvider>>
beforeAll(async () => {
  provider = await startMinimalOidcProvider()
})
afterAll(() => provider.close())

async function serverWith(signUp: 'open' | 'invited'): Promise<TestServer> {
  const server = await startTestServer({
    now: () => new Date(),
    people: {
      ASSAY_SIGN_UP: signUp,
      ASSAY_OIDC_ISSUER: provider.issuer,
      ASSAY_OIDC_CLIENT_ID: 'assay',
      ASSAY_OIDC_CLIENT_SECRET: 'secret',
      ASSAY_OIDC_NAME: 'Example',
      ASSAY_GITHUB_CLIENT_ID: 'assay',
      ASSAY_GITHUB_CLIENT_SECRET: 'secret',
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
async function goRound({ services: { accounts } }: TestServer, callback?: string) {
  const started = await accounts.startProvider(requestFacts(new Headers()), { provider: 'oidc', next: '/p/demo' })
  if (!started.ok) throw new Error(started.error.detail)
  const authorizationUrl = new URL(started.value.url)
  expect(authorizationUrl.origin).toBe(provider.issuer)
  expect(authorizationUrl.searchParams.get('code_challenge_method')).toBe('S256')
  provider.nonce = authorizationUrl.searchParams.get('nonce') ?? ''
  expect(provider.nonce).not.toBe('')
  const back = new URL(callback ?? authorizationUrl.searchParams.get('redirect_uri') ?? '')
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
    expect(server.services.accounts.signInMethods().providers).toContainEqual({ id: 'oidc', name: 'Example' })
    const first = await goRound(server)
    expect(first).toMatchObject({ to: 'http://assay.test/p/demo', person: { name: 'Ada', email: 'ada@assay.test' } })
    const second = await goRound(server)
    expect(second.person?.id).toBe(first.person?.id)
    expect(second.person?.sessionId).not.toBe(first.person?.sessionId)
    // An address that the provider has not confirmed does not open the account of somebody else.
    provider.answers = { person: { sub: 'eve', email: 'olga@assay.test', email_verified: false, name: 'Eve' } }
    expect((await goRound(server)).person).toBeNull()
  } finally {
    provider.answers = {}
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

const now = () => Math.floor(Date.now() / 1_000)

const HOSTILE: Record<string, OidcAnswers> = {
  'an ID token for another audience': { claims: { aud: 'another-client' } },
  'an ID token with another nonce': { claims: { nonce: 'x'.repeat(43) } },
  'an ID token without a nonce': { claims: { nonce: undefined } },
  'an expired ID token': { claims: { iat: now() - 7_200, exp: now() - 3_600 } },
  'an ID token of another issuer': { claims: { iss: 'https://evil.test' } },
  'an ID token that another key signed': { key: 'other' },
  'no ID token': { withoutToken: true },
  'user info of another person': { claims: { sub: 'ada' }, person: { sub: 'olga' } },
}

test('a hostile answer of a provider signs nobody in, and the next honest one does', async () => {
  const server = await serverWith('open')
  try {
    for (const [name, answers] of Object.entries(HOSTILE)) {
      provider.answers = answers
      expect((await goRound(server)).person, name).toBeNull()
    }
    provider.answers = {}
    expect((await goRound(server)).person).toMatchObject({ name: 'Ada' })
  } finally {
    provider.answers = {}
    await server.stop()
  }
})

test('the state of a sign-in at one provider is refused at the callback of another, before its code is sent there', async () => {
  const server = await serverWith('open')
  try {
    const refused = { to: 'http://assay.test/sign-in?problem=provider', person: null }
    expect(await goRound(server, 'http://assay.test/api/auth/callback/github')).toEqual(refused)
  } finally {
    await server.stop()
  }
})

test('a provider whose metadata name another issuer signs nobody in', async () => {
  provider.answers = { issuer: 'https://evil.test' } // Metadata are read when a server starts.
  const server = await serverWith('open')
  try {
    expect((await goRound(server)).person).toBeNull()
  } finally {
    provider.answers = {}
    await server.stop()
  }
})
