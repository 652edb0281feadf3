import { SERVER } from '@assay/db/open'
import { directoryActions, peopleDump } from '@assay/db/testing'
import { type OidcProvider, startOidcProvider } from '@assay/testing/server/oidc-provider'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { hashPassword } from '../accounts/password-hash.ts'
import { ensureSetUpCode } from '../accounts/set-up-code.ts'
import { createCaller } from '../router.ts'

const REDIRECT = 'http://assay.test/api/auth/sso/assay/callback'
const OLGA = { name: 'Olga', email: 'olga@example.org', password: 'orbit-salad-4-tunnel' }
const ADA = { email: 'ada@example.org', email_verified: true, name: 'Ada' }

let provider: OidcProvider
let server: TestServer
let cookie: string
const txt = new Map<string, string>()

beforeEach(async () => {
  txt.clear()
  provider = await startOidcProvider(REDIRECT, 'client_secret_basic')
  provider.people.set('ada', ADA)
  server = await startTestServer({
    now: () => new Date(),
    resolveTxt: async (name) => [[txt.get(name) ?? '']],
  })
  const code = ensureSetUpCode(server.directory)
  const made = await server.services.accounts.setUp(requestFacts(new Headers()), { ...OLGA, code })
  if (!made.ok) throw new Error(made.error.detail)
  cookie = cookieOf(made.value.cookies)
})
afterEach(async () => {
  provider.close()
  await server.stop()
})

const cookieOf = (lines: readonly string[]) => lines.map((line) => line.split(';')[0]).join('; ')
const facts = (header: string) => requestFacts(new Headers({ cookie: header }))

async function personOf(header: string) {
  return server.services.accounts.findSignedInPerson(facts(header))
}

/** Calls procedures as the person of a session; an incomplete session is nobody. */
async function as(header: string) {
  const person = await personOf(header)
  const request = facts(header)
  const caller =
    person === null ? { kind: 'anonymous' as const, request } : { kind: 'person' as const, request, person }
  return createCaller({ services: server.services, caller })
}

const organization = 'assay'

/** Registers the provider and verifies the domain as its owner would. */
async function register(defaultRole: 'viewer' | null = 'viewer') {
  const owner = await as(cookie)
  const settings = {
    name: 'Example',
    protocol: 'oidc' as const,
    issuer: provider.issuer,
    clientId: 'assay',
    clientSecret: provider.secret,
  }
  await owner.identityProvider.save({ organization, provider: { ...settings, defaultRole } })
  const { txtValue } = await owner.identityProvider.addDomain({ organization, domain: 'Example.org' })
  await expect(owner.identityProvider.verifyDomain({ organization, domain: 'example.org' })).rejects.toThrow(
    /_assay\.example\.org/,
  )
  txt.set('_assay.example.org', txtValue)
  await owner.identityProvider.verifyDomain({ organization, domain: 'example.org' })
}

async function leave(header = '', sent: { email?: string; organization?: string } = { email: 'ada@example.org' }) {
  const started = await server.services.accounts.startOrganizationSignIn(facts(header), {
    email: '',
    organization: '',
    next: '/p/demo',
    ...sent,
  })
  if (!started.ok) throw new Error(started.error.detail)
  return { url: started.value.url, cookie: [header, cookieOf(started.value.cookies)].filter(Boolean).join('; ') }
}

async function comeBack(back: URL, header: string) {
  const answer = await server.services.accounts.handleIdentityRequest(
    new Request(back, { headers: { cookie: header } }),
  )
  const given = cookieOf(answer.headers.getSetCookie())
  return { to: answer.headers.get('location') ?? '', cookie: given, person: await personOf(given) }
}

async function goRound(login: string, header = '') {
  const left = await leave(header)
  return comeBack(await provider.signIn(left.url, login), left.cookie)
}

test('a first sign-in creates the account as a member with the default role, and a second finds it', async () => {
  await register()
  const first = await goRound('ada')
  expect(first).toMatchObject({ to: 'http://assay.test/p/demo', person: { name: 'Ada', email: 'ada@example.org' } })
  const second = await goRound('ada')
  expect(second.person?.id).toBe(first.person?.id)
  const { role } = await (await as(second.cookie)).organizations.get({ organization })
  expect(role).toBe('viewer')
  const actions = (await directoryActions(server.url)).map(({ action }) => action)
  expect(actions.slice(-5)).toEqual([
    'person.signed-up',
    'account.linked',
    'member.added',
    'person.signed-in',
    'person.signed-in',
  ])
  expect(await peopleDump(server.url)).not.toContain(provider.secret)
})

test('without a default role only members sign in, and nobody by a domain that is not verified', async () => {
  await register(null)
  expect((await goRound('ada')).to).toBe('http://assay.test/sign-in?problem=not-a-member')
  provider.people.set('eve', { email: 'eve@elsewhere.org', email_verified: true, name: 'Eve' })
  expect((await goRound('eve')).to).toBe('http://assay.test/sign-in?problem=foreign-address')
  const owner = await as(cookie)
  await owner.identityProvider.removeDomain({ organization, domain: 'example.org' })
  await expect(leave()).rejects.toThrow(/example\.org/)
  const left = await leave('', { organization })
  const back = await provider.signIn(left.url, 'ada')
  expect((await comeBack(back, left.cookie)).to).toBe('http://assay.test/sign-in?problem=foreign-address')
})

test('an account whose address was never confirmed is linked by its owner only', async () => {
  await register()
  const passwordHash = await hashPassword(OLGA.password)
  const una = { email: 'una@example.org', name: 'Una', emailVerified: false, passwordHash }
  await server.db.accounts.add(una, SERVER)
  provider.people.set('una', { email: una.email, email_verified: true, name: 'U.' })
  expect((await goRound('una')).to).toBe('http://assay.test/sign-in?problem=unconfirmed-account')
  expect((await goRound('una', cookie)).to).toBe('http://assay.test/account?problem=unconfirmed-account')
  const signedIn = await server.services.accounts.signIn(facts(''), { email: una.email, password: OLGA.password })
  if (!signedIn.ok) throw new Error(signedIn.error.detail)
  const withPassword = cookieOf(signedIn.value.cookies)
  const linked = await goRound('una', withPassword)
  expect(linked.person).toMatchObject({ name: 'Una', email: una.email })
  // The session of the password is replaced.
  expect(await personOf(withPassword)).toBeNull()
  // The address was given to another person at the provider.
  provider.people.set('una-2', { email: una.email, email_verified: true, name: 'New Una' })
  expect((await goRound('una-2')).to).toBe('http://assay.test/sign-in?problem=other-subject')
})

test('a provider has no say about an account whose address moved to another domain', async () => {
  await register()
  const { person } = await goRound('ada')
  await server.db.accounts.changeEmail(person?.id ?? '', 'ada@elsewhere.org', SERVER)
  expect((await goRound('ada')).to).toBe('http://assay.test/sign-in?problem=foreign-address')
})

test('when the organization requires the provider, a session of a password reaches nothing until it signs in there', async () => {
  await register()
  provider.people.set('olga', { email: OLGA.email, email_verified: true, name: 'O.' })
  await expect((await as(cookie)).identityProvider.require({ organization, isRequired: true })).rejects.toThrow(
    /yourself first/,
  )
  const owner = await goRound('olga', cookie)
  const asOwner = await as(owner.cookie)
  await asOwner.identityProvider.require({ organization, isRequired: true })
  await expect(asOwner.identityProvider.remove({ organization })).rejects.toThrow(/requirement/)

  const { accounts } = server.services
  const signedIn = await accounts.signIn(facts(''), { email: OLGA.email, password: OLGA.password })
  if (!signedIn.ok) throw new Error(signedIn.error.detail)
  expect(signedIn.value.isComplete).toBe(false)
  const withPassword = cookieOf(signedIn.value.cookies)
  expect(await personOf(withPassword)).toBeNull()
  await expect((await as(withPassword)).organizations.get({ organization })).rejects.toThrow()
  expect(await accounts.getSignInStep(facts(withPassword))).toMatchObject({
    step: 'provider',
    organizations: [{ slug: organization, provider: 'Example' }],
  })
  expect((await goRound('olga', withPassword)).person).toMatchObject({ name: 'Olga' })

  // A member whose address was never confirmed links the account with the password.
  const una = {
    email: 'una@example.org',
    name: 'Una',
    emailVerified: false,
    passwordHash: await hashPassword(OLGA.password),
  }
  await addMember((await server.db.accounts.add(una, SERVER)) ?? '')
  provider.people.set('una', { email: una.email, email_verified: true, name: 'U.' })
  const began = await accounts.signIn(facts(''), { email: una.email, password: OLGA.password })
  if (!began.ok) throw new Error(began.error.detail)
  expect(began.value.isComplete).toBe(false)
  expect((await goRound('una', cookieOf(began.value.cookies))).person).toMatchObject({ name: 'Una' })

  // Another member, whose sign-in before the requirement was by the provider as well, stays signed in.
  const ada = await goRound('ada')
  expect(ada.person).not.toBeNull()
  await asOwner.identityProvider.require({ organization, isRequired: false })
  expect(await personOf(withPassword)).toBeNull()
  await asOwner.identityProvider.remove({ organization })
  expect((await personOf(ada.cookie))?.name).toBe('Ada')
})

test('a person who cannot sign in there leaves the organization and keeps the others', async () => {
  await register()
  provider.people.set('olga', { email: OLGA.email, email_verified: true, name: 'O.' })
  const owner = await goRound('olga', cookie)
  await (await as(owner.cookie)).identityProvider.require({ organization, isRequired: true })
  const { db, services } = server
  const passwordHash = await hashPassword(OLGA.password)
  const guest = { email: 'gus@elsewhere.org', name: 'Gus', emailVerified: true, passwordHash }
  await addMember((await db.accounts.add(guest, SERVER)) ?? '')
  const signedIn = await services.accounts.signIn(facts(''), { email: guest.email, password: OLGA.password })
  if (!signedIn.ok) throw new Error(signedIn.error.detail)
  const header = cookieOf(signedIn.value.cookies)
  expect(await personOf(header)).toBeNull()
  expect(await services.accounts.leaveOrganization(facts(header), { organization: 'another' })).toMatchObject({
    ok: false,
  })
  expect(await services.accounts.leaveOrganization(facts(''), { organization })).toMatchObject({ ok: false })
  expect(await services.accounts.leaveOrganization(facts(header), { organization })).toMatchObject({ ok: true })
  expect(await personOf(header)).toMatchObject({ name: 'Gus' })
})

async function addMember(personId: string) {
  const { organizations } = server.db
  const found = await organizations.findBySlug(organization)
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const secretSha256 = '0'.repeat(64)
  const by = { ...SERVER, kind: 'person' as const, id: personId, name: 'Gus' }
  await organizations.invite(found?.id ?? '', { email: null, role: 'viewer', expiresAt, secretSha256 }, SERVER)
  await organizations.accept(secretSha256, { id: personId, email: '' }, new Date(), by)
}

test('a domain is verified for one organization, by DNS or by the operator', async () => {
  await register()
  const { db } = server
  const owner = await as(cookie)
  await owner.organizations.create({ slug: 'other', name: 'Other' })
  const other = await db.organizations.findBySlug('other')
  const verified = { domain: 'example.org', as: 'operator' as const, at: new Date() }
  expect(await db.identityProviders.verifyDomain(other?.id ?? '', verified, SERVER)).toBe('not-there')
  const { txtValue } = await owner.identityProvider.addDomain({ organization: 'other', domain: 'example.org' })
  expect(await db.identityProviders.verifyDomain(other?.id ?? '', verified, SERVER)).toBe('taken')
  txt.set('_assay.example.org', txtValue)
  await expect(owner.identityProvider.verifyDomain({ organization: 'other', domain: 'example.org' })).rejects.toThrow(
    /another organization/,
  )
  await owner.identityProvider.removeDomain({ organization, domain: 'example.org' })
  expect(await db.identityProviders.verifyDomain(other?.id ?? '', verified, SERVER)).toBe('done')
  for (const domain of ['example', 'a b.org', '-a.org', `${'x'.repeat(64)}.org`, '@example.org']) {
    await expect(owner.identityProvider.addDomain({ organization, domain }), domain).rejects.toThrow()
  }
})

test('a provider that cannot be reached, or another client without its secret, is not saved', async () => {
  const owner = await as(cookie)
  const settings = { name: 'Example', protocol: 'oidc' as const, clientId: 'assay', defaultRole: null }
  const save = (issuer: string, clientSecret: string) =>
    owner.identityProvider.save({ organization, provider: { ...settings, issuer, clientSecret } })
  await expect(save('https://10.0.0.1', 'x')).rejects.toThrow(/not a public address/)
  await expect(save(`${provider.issuer}/none`, 'x')).rejects.toThrow(/cannot be used/)
  await expect(save(provider.issuer, '')).rejects.toThrow(/client secret/)
  await save(provider.issuer, provider.secret)
  await save(provider.issuer, '')
  expect(JSON.stringify(await owner.identityProvider.settings({ organization }))).not.toContain(provider.secret)
})

test('a callback works once, in the browser that started it, for its organization, and not after its time', async () => {
  await register()
  const problem = 'http://assay.test/sign-in?problem=provider'
  const left = await leave()
  const back = await provider.signIn(left.url, 'ada')
  const other = await leave()
  expect((await comeBack(back, '')).to).toBe(problem)
  expect((await comeBack(back, other.cookie)).to).toBe(problem)
  const forged = new URL(back)
  forged.searchParams.set('state', 'A'.repeat(43))
  expect((await comeBack(forged, left.cookie)).to).toBe(problem)
  expect((await comeBack(back, left.cookie)).person).toMatchObject({ name: 'Ada' })
  expect((await comeBack(back, left.cookie)).to).toBe(problem)
  const again = await leave()
  const elsewhere = new URL((await provider.signIn(again.url, 'ada')).href.replace('/sso/assay/', '/sso/other/'))
  expect((await comeBack(elsewhere, again.cookie)).to).toBe(problem)
})
