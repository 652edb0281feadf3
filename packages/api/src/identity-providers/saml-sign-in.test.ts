import { createSamlProvider, readSamlRequest, type SamlClaims, toBase64 } from '@assay/testing/server/saml-provider'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { ensureSetUpCode } from '../accounts/set-up-code.ts'
import { createCaller } from '../router.ts'

const OLGA = { name: 'Olga', email: 'olga@example.org', password: 'orbit-salad-4-tunnel' }
const organization = 'assay'
const ENTITY = 'http://assay.test/api/auth/sso/assay/metadata'
const ASSERTIONS = 'http://assay.test/api/auth/sso/assay/assertions'
const CALLBACK = 'http://assay.test/api/auth/sso/assay/callback'

const idp = await createSamlProvider()
const SETTINGS = {
  name: 'Example',
  protocol: 'saml' as const,
  issuer: idp.entityId,
  ssoUrl: idp.ssoUrl,
  certificates: idp.certificate,
  defaultRole: 'viewer' as const,
}

let server: TestServer
let owner: ReturnType<typeof createCaller>
beforeAll(async () => {
  const txt = new Map<string, string>()
  server = await startTestServer({ now: () => new Date(), resolveTxt: async (name) => [[txt.get(name) ?? '']] })
  const code = ensureSetUpCode(server.directory)
  const made = await server.services.accounts.setUp(requestFacts(new Headers()), { ...OLGA, code })
  if (!made.ok) throw new Error(made.error.detail)
  const request = facts(cookieOf(made.value.cookies))
  const person = await server.services.accounts.findSignedInPerson(request)
  if (person === null) throw new Error('the owner is signed in')
  owner = createCaller({ services: server.services, caller: { kind: 'person', request, person } })
  await owner.identityProvider.save({ organization, provider: SETTINGS })
  const { txtValue } = await owner.identityProvider.addDomain({ organization, domain: 'example.org' })
  txt.set('_assay.example.org', txtValue)
  await owner.identityProvider.verifyDomain({ organization, domain: 'example.org' })
})
afterAll(() => server.stop())

const cookieOf = (lines: readonly string[]) => lines.map((line) => line.split(';')[0]).join('; ')
const facts = (header: string) => requestFacts(new Headers({ cookie: header }))
const personOf = (header: string) => server.services.accounts.findSignedInPerson(facts(header))

/** Starts a sign-in, as the form of the sign-in page does. */
async function leave() {
  const asked = { email: 'ada@example.org', organization: '', next: '/p/demo' }
  const started = await server.services.accounts.startOrganizationSignIn(facts(''), asked)
  if (!started.ok) throw new Error(started.error.detail)
  expect(started.value.url.startsWith(idp.ssoUrl)).toBe(true)
  return { request: readSamlRequest(started.value.url), browser: cookieOf(started.value.cookies) }
}

/** Posts a response as the page of the provider makes the browser do: from another site, so without cookies. */
async function post(xml: string, relayState: string, to = ASSERTIONS): Promise<string> {
  const body = new URLSearchParams({ SAMLResponse: toBase64(xml), RelayState: relayState })
  const answer = await server.services.accounts.handleIdentityRequest(new Request(to, { method: 'POST', body }))
  expect([303, 404]).toContain(answer.status)
  return answer.headers.get('location') ?? String(answer.status)
}

/** Follows the redirect to the callback, with the cookies of a browser. */
async function follow(location: string, browser: string) {
  const answer = await server.services.accounts.handleIdentityRequest(
    new Request(location, { headers: { cookie: browser } }),
  )
  const person = await personOf(cookieOf(answer.headers.getSetCookie()))
  return { to: answer.headers.get('location') ?? '', email: person?.email ?? null }
}

const REFUSED = { to: 'http://assay.test/sign-in?problem=provider', email: null }

test('a person signs in by SAML, and again with the same account', async () => {
  for (let time = 0; time < 2; time++) {
    const { request, browser } = await leave()
    expect(request).toMatchObject({ issuer: ENTITY, acsUrl: ASSERTIONS })
    const location = await post(idp.sign(idp.claims(request, 'ada@example.org')), request.relayState)
    expect(location.startsWith(`${CALLBACK}?state=`)).toBe(true)
    expect(location).not.toContain('ada')
    expect(await follow(location, browser)).toEqual({ to: 'http://assay.test/p/demo', email: 'ada@example.org' })
  }
})

test('a response is good once, for the browser and the sign-in that asked for it', async () => {
  const { request, browser } = await leave()
  const other = await leave()
  const xml = idp.sign(idp.claims(request, 'ada@example.org'))
  const location = await post(xml, request.relayState)
  expect(await post(xml, other.request.relayState)).toBe(REFUSED.to)
  expect(await follow(location, other.browser)).toEqual(REFUSED)
  expect(await follow(location, '')).toEqual(REFUSED)
  // The answer of one sign-in does not end another one.
  const answer = new URL(location).searchParams.get('answer') ?? ''
  const swapped = `${CALLBACK}?${new URLSearchParams({ state: other.request.relayState, answer })}`
  expect(await follow(swapped, other.browser)).toEqual(REFUSED)
  expect((await follow(location, browser)).email).toBe('ada@example.org')
  expect(await follow(location, browser)).toEqual(REFUSED)
  const again = await post(xml, request.relayState)
  expect(await follow(again, browser)).toEqual(REFUSED)
})

test('a callback without an answer, or with a changed one, signs nobody in', async () => {
  for (const change of [(_: string) => '', (text: string) => `${text.slice(0, -2)}AA`, () => 'v1.AAAA']) {
    const { request, browser } = await leave()
    const location = new URL(await post(idp.sign(idp.claims(request, 'ada@example.org')), request.relayState))
    location.searchParams.set('answer', change(location.searchParams.get('answer') ?? ''))
    expect(await follow(location.href, browser)).toEqual(REFUSED)
  }
})

test('a provider signs in people of its own domains only', async () => {
  const { request, browser } = await leave()
  const location = await post(idp.sign(idp.claims(request, 'olga@other.example')), request.relayState)
  expect(await follow(location, browser)).toEqual({
    to: 'http://assay.test/sign-in?problem=foreign-address',
    email: null,
  })
})

test.each<[string, (claims: SamlClaims) => SamlClaims]>([
  ['another audience', (claims) => ({ ...claims, audience: 'https://other.test' })],
  ['another request', (claims) => ({ ...claims, inResponseTo: '_other' })],
])('a response for %s is refused', async (_, change) => {
  const { request } = await leave()
  expect(await post(idp.sign(change(idp.claims(request, 'ada@example.org'))), request.relayState)).toBe(REFUSED.to)
})

test('forms without a response, and addresses of organizations without SAML, are refused', async () => {
  const { request } = await leave()
  expect(await post('', request.relayState)).toBe(REFUSED.to)
  expect(await post(idp.sign(idp.claims(request, 'ada@example.org')), 'no state')).toBe(REFUSED.to)
  const elsewhere = ASSERTIONS.replace('/assay/', '/nobody/')
  expect(await post(idp.sign(idp.claims(request, 'ada@example.org')), request.relayState, elsewhere)).toBe(REFUSED.to)
})

test('the metadata are public, and settings are checked before they are stored', async () => {
  const answer = await server.services.accounts.handleIdentityRequest(new Request(ENTITY))
  expect(await answer.text()).toContain(ASSERTIONS)
  const save = (changed: object) => owner.identityProvider.save({ organization, provider: { ...SETTINGS, ...changed } })
  await expect(save({ certificates: 'none' })).rejects.toThrow(/BEGIN CERTIFICATE/)
  await expect(save({ ssoUrl: 'javascript:alert(1)' })).rejects.toThrow()
  // A new certificate of the same provider keeps its accounts.
  await save({ certificates: idp.certificate, name: 'Example 2' })
  const { provider } = await owner.identityProvider.settings({ organization })
  expect(provider).toMatchObject({ name: 'Example 2', protocol: 'saml', issuer: idp.entityId })
})
