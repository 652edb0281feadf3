import { createHmac } from 'node:crypto'
import { directoryActions, peopleDump } from '@assay/db/testing'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RequestFacts, requestFacts } from '../access/request-facts.ts'
import { resolveCaller } from '../access/resolve-access.ts'
import { createCaller } from '../router.ts'
import { readAccountSettings } from './account-settings.ts'
import { createIdentity } from './create-identity.ts'
import { AUTH_PATH } from './identity-names.ts'
import { identityRequest } from './identity-request.ts'
import { ensureSetUpCode } from './set-up-code.ts'

let server: TestServer
let time = new Date()
const PASSWORD = 'orbit-salad-4-tunnel'
const SECRET = 'a secret for tests, which is no secret'
let people = 0
let email = ''

beforeAll(async () => {
  server = await startTestServer({
    limits:
      'sign-in.address=off sign-in.email=off sign-in.address-email=off sign-up.address=off second-factor.address=off',
    people: { ASSAY_SIGN_UP: 'open' },
    // Sessions get their times from the clock of the database.
    now: () => new Date(Math.max(time.getTime(), Date.now())),
  })
  const owner = { name: 'Olga', email: 'olga@assay.test', password: PASSWORD }
  const made = await accounts().setUp(nobody(), { ...owner, code: ensureSetUpCode(server.directory) })
  if (!made.ok) throw new Error(made.error.detail)
})
afterAll(() => server.stop())
beforeEach(async () => {
  time = new Date()
  email = `person-${++people}@assay.test`
  const made = await accounts().signUp(nobody(), {
    name: `Person ${people}`,
    email,
    password: PASSWORD,
    invitation: '',
  })
  if (!made.ok) throw new Error(made.error.detail)
})

const accounts = () => server.services.accounts
const nobody = (cookie = ''): RequestFacts => requestFacts(new Headers(cookie === '' ? {} : { cookie }))
const cookiesOf = (lines: readonly string[]) => lines.map((one) => one.split(';')[0]).join('; ')
const unwrap = <T>(answer: { ok: true; value: T } | { ok: false; error: { detail: string } }): T => {
  if (!answer.ok) throw new Error(answer.error.detail)
  return answer.value
}

/** Signs in with the password, in a browser that has the cookies. */
async function signIn(cookie = '', account = email) {
  const { cookies, isComplete } = unwrap(
    await accounts().signIn(nobody(cookie), { email: account, password: PASSWORD }),
  )
  return { browser: nobody(cookiesOf(cookies)), cookie: cookiesOf(cookies), isComplete }
}

/** Adds an authenticator app to a person, and moves the clock to the next code. */
async function addApp(account = email) {
  const { browser } = await signIn('', account)
  const started = await accounts().startTotp(browser)
  const secret = started?.secret ?? ''
  const { codes } = unwrap(await accounts().confirmTotp(browser, { code: codeOf(secret) }))
  nextPeriod()
  return { browser, secret, codes, uri: started?.uri ?? '' }
}
const nextPeriod = () => {
  time = new Date(Math.max(time.getTime(), Date.now()) + 60_000)
}
const codeOf = (secret: string, at = Math.max(time.getTime(), Date.now())) =>
  generateSync({ secret, epoch: Math.floor(at / 1_000) })
const isSignedIn = async (browser: RequestFacts) => (await accounts().findSignedInPerson(browser)) !== null
const actions = async () => (await directoryActions(server.url)).map(({ action }) => action)

test('with an authenticator app, a password alone signs nobody in; the code completes the sign-in', async () => {
  const { secret, uri, browser: first } = await addApp()
  expect(uri).toContain(`secret=${secret}`)
  expect(await isSignedIn(first)).toBe(true)
  const { browser, isComplete } = await signIn()
  expect(isComplete).toBe(false)
  expect(await isSignedIn(browser)).toBe(false)
  expect(unwrap(await resolveCaller(server.services, browser)).kind).toBe('anonymous')
  expect(await accounts().getSignInStep(browser)).toMatchObject({ step: 'code', person: { email } })
  unwrap(await accounts().enterCode(browser, { code: codeOf(secret) }))
  expect(await isSignedIn(browser)).toBe(true)
  expect(await accounts().getSignInStep(browser)).toBeNull()
  expect((await actions()).slice(-2)).toEqual(['person.signed-in', 'second-factor.used'])
})

test('sessions from before the app was added need a code too', async () => {
  const { browser: other } = await signIn()
  await addApp()
  expect(await isSignedIn(other)).toBe(false)
})

test('a session that needs a code cannot add a passkey, change the account or start another app', async () => {
  await addApp()
  const { browser, cookie } = await signIn()
  for (const [method, path] of [
    ['GET', '/passkey/generate-register-options'],
    ['POST', '/passkey/verify-registration'],
  ] as const) {
    const headers = { cookie, origin: server.services.publicUrl, 'content-type': 'application/json' }
    const body = method === 'POST' ? { body: JSON.stringify({ response: {} }) } : {}
    const request = new Request(`${server.services.publicUrl}${AUTH_PATH}${path}`, { method, headers, ...body })
    expect((await accounts().handleIdentityRequest(request)).status, path).toBe(401)
  }
  expect(await accounts().startTotp(browser)).toBeNull()
  expect((await accounts().confirmTotp(browser, { code: '123456' })).ok).toBe(false)
})

test('a code is accepted once, also by two requests at once, and never one before the newest accepted code', async () => {
  const { secret } = await addApp()
  const code = codeOf(secret)
  const [one, two] = [await signIn(), await signIn()]
  const answers = await Promise.all([one, two].map(({ browser }) => accounts().enterCode(browser, { code })))
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  const { browser } = await signIn()
  expect((await accounts().enterCode(browser, { code })).ok).toBe(false)
  expect((await accounts().enterCode(browser, { code: codeOf(secret, time.getTime() - 30_000) })).ok).toBe(false)
  expect((await accounts().enterCode(browser, { code: codeOf(secret, time.getTime() + 30_000) })).ok).toBe(true)
})

test('the code that confirmed the app is not accepted again', async () => {
  const { browser } = await signIn()
  const secret = (await accounts().startTotp(browser))?.secret ?? ''
  const code = codeOf(secret)
  unwrap(await accounts().confirmTotp(browser, { code }))
  const other = await signIn()
  expect((await accounts().enterCode(other.browser, { code })).ok).toBe(false)
})

test('codes that are wrong, of another person, or outside of their time are refused', async () => {
  const { secret } = await addApp()
  const { browser } = await signIn()
  const far = [-10, 10].map((minutes) => codeOf(secret, time.getTime() + minutes * 60_000))
  for (const code of ['', '12345', 'abcdef', '1234567', ...far]) {
    expect((await accounts().enterCode(browser, { code })).ok, code).toBe(false)
  }
  expect((await actions()).at(-1)).toBe('person.second-factor-failed')
})

test('a recovery code works once instead of the app, and new ones replace those before', async () => {
  const { codes } = await addApp()
  expect(new Set(codes).size).toBe(10)
  const [first = '', second = '', third = ''] = codes
  const { browser } = await signIn()
  unwrap(await accounts().enterCode(browser, { code: first.toUpperCase().replaceAll('-', ' ') }))
  const other = await signIn()
  expect((await accounts().enterCode(other.browser, { code: first })).ok).toBe(false)
  const person = (await accounts().findSignedInPerson(browser))!
  expect(await accounts().getSecondFactor(person)).toMatchObject({ recoveryCodes: 9 })
  const renewed = unwrap(await accounts().replaceRecoveryCodes(browser, person, { code: second })).codes
  expect((await accounts().enterCode(other.browser, { code: third })).ok).toBe(false)
  expect((await accounts().enterCode(other.browser, { code: renewed[0] ?? '' })).ok).toBe(true)
})

test('wrong codes use up a budget of the account; browsers that completed a sign-in before have their own', async () => {
  const { secret } = await addApp()
  const known = await signIn()
  const completed = unwrap(await accounts().enterCode(known.browser, { code: codeOf(secret) }))
  const knownCookie = cookiesOf(completed.cookies)
  nextPeriod()
  const otherBrowser = (await signIn()).browser
  const guess = () => accounts().enterCode(otherBrowser, { code: '000000' })
  const errors = []
  for (let at = 0; at < 25; at++) {
    const answer = await guess()
    errors.push(answer.ok ? 'accepted' : answer.error.code)
  }
  expect(errors.filter((code) => code === 'query-invalid').length).toBeLessThanOrEqual(20)
  expect(errors.at(-1)).toBe('too-many-requests')
  const { cookie } = await signIn(knownCookie)
  const owner = nobody(`${cookie}; ${knownCookie}`)
  expect((await accounts().enterCode(owner, { code: codeOf(secret) })).ok).toBe(true)
})

test('an app is removed by a code, after which a password is enough again', async () => {
  const { browser, secret } = await addApp()
  const person = (await accounts().findSignedInPerson(browser))!
  expect((await accounts().removeTotp(browser, person, { code: '000000' })).ok).toBe(false)
  unwrap(await accounts().removeTotp(browser, person, { code: codeOf(secret) }))
  expect((await signIn()).isComplete).toBe(true)
  expect(await accounts().getSecondFactor(person)).toEqual({ since: null, recoveryCodes: 0, requiredBy: [] })
})

test('a change of the password keeps the second factor of the session, and ends the others', async () => {
  const { browser } = await addApp()
  const person = (await accounts().findSignedInPerson(browser))!
  const password = 'walnut-copper-9-lagoon'
  const { cookies } = unwrap(await accounts().changePassword(browser, person, { current: PASSWORD, password }))
  expect(await isSignedIn(nobody(cookiesOf(cookies)))).toBe(true)
  expect(await isSignedIn(browser)).toBe(false)
})

test('a session that a passkey created needs no code', async () => {
  await addApp()
  const identity = createIdentity({
    accounts: server.db.accounts,
    secret: SECRET,
    publicUrl: server.services.publicUrl,
    settings: readAccountSettings({}),
    hooks: {
      sendReset: async () => {},
      sendVerification: async () => {},
      sendAddressChanged: async () => {},
      canSignUp: async () => false,
    },
  })
  const { internalAdapter } = await identity.$context
  const found = await server.db.accounts.findByEmail(email)
  for (const hasSecondFactor of [true, false]) {
    const create = () => internalAdapter.createSession(found?.id ?? '')
    const { token } = await identityRequest.run({ request: nobody(), hasSecondFactor }, create)
    const hmac = createHmac('sha256', SECRET).update(token).digest('base64')
    const browser = nobody(`assay-session=${encodeURIComponent(`${token}.${hmac}`)}`)
    expect(await isSignedIn(browser)).toBe(hasSecondFactor)
  }
})

test('an organization requires a second factor: members without one are led to it and reach nothing else', async () => {
  const owner = await addApp('olga@assay.test')
  const caller = unwrap(await resolveCaller(server.services, owner.browser))
  const asOwner = createCaller({ services: server.services, caller })
  await asOwner.organizations.create({ slug: 'strict', name: 'Strict' })
  const { url } = await asOwner.members.invite({ organization: 'strict', email, role: 'author' })
  const invitation = url.slice(url.lastIndexOf('/') + 1)
  const { browser } = await signIn()
  const member = createCaller({
    services: server.services,
    caller: unwrap(await resolveCaller(server.services, browser)),
  })
  await expect(member.organizations.requireSecondFactor({ organization: 'assay', isRequired: true })).rejects.toThrow()
  await member.members.accept({ secret: invitation })
  expect(await isSignedIn(browser)).toBe(true)
  expect(await asOwner.organizations.secondFactorPolicy({ organization: 'strict' })).toEqual({
    isRequired: false,
    membersWithout: 1,
  })

  await asOwner.organizations.requireSecondFactor({ organization: 'strict', isRequired: true })
  expect(await isSignedIn(browser)).toBe(false)
  expect(await accounts().getSignInStep(browser)).toMatchObject({ step: 'set-up', requiredBy: ['Strict'] })
  const again = await signIn()
  expect(again.isComplete).toBe(false)
  const started = await accounts().startTotp(again.browser)
  unwrap(await accounts().confirmTotp(again.browser, { code: codeOf(started?.secret ?? '') }))
  expect(await isSignedIn(again.browser)).toBe(true)
  expect(await isSignedIn(browser)).toBe(false)
  expect((await accounts().getSignInStep(browser))?.step).toBe('code')

  await asOwner.organizations.requireSecondFactor({ organization: 'strict', isRequired: false })
})

test('an owner without a second factor cannot require one', async () => {
  const { browser } = await signIn()
  const caller = unwrap(await resolveCaller(server.services, browser))
  const own = createCaller({ services: server.services, caller })
  await own.organizations.create({ slug: 'careful', name: 'Careful' })
  const require = own.organizations.requireSecondFactor({ organization: 'careful', isRequired: true })
  await expect(require).rejects.toThrow(/authenticator app to your own account first/)
})

test('neither the secret of an app nor a recovery code is stored in a readable form', async () => {
  const { secret, codes } = await addApp()
  const dump = await peopleDump(server.url)
  expect(dump).toContain('totp ')
  for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(dump).not.toContain(text)
})

test('signing out ends a session that still needs a code', async () => {
  await addApp()
  const { browser } = await signIn()
  await accounts().signOut(browser)
  expect(await accounts().getSignInStep(browser)).toBeNull()
})
