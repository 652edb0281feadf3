import { scryptSync } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { queryAsOwner } from '@assay/db/testing'
import { recordingMailer } from '@assay/testing/server/recording-mailer'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RequestFacts, requestFacts } from '../access/request-facts.ts'
import { resolveCaller } from '../access/resolve-access.ts'
import type { Mail } from '../mail/mail.ts'
import { readAccountSettings } from './account-settings.ts'
import type { Accounts } from './accounts.ts'
import { endSessionsOf } from './end-sessions-of-person.ts'
import { createFindSession } from './find-signed-in-person.ts'
import { readServerSecret } from './server-secret.ts'
import { ensureSetUpCode } from './set-up-code.ts'

let server: TestServer
let accounts: Accounts
let time = new Date()
const outbox: Mail[] = []

beforeAll(async () => {
  const mailer = recordingMailer(outbox, { configured: false })
  server = await startTestServer({ mailer, now: () => time, people: { ASSAY_SIGN_UP: 'open' } })
  accounts = server.services.accounts
})
afterAll(() => server.stop())

const PASSWORD = 'orbit-salad-4-tunnel'

/** A browser: it stores the cookies that a response sets. */
function browser(): { facts: RequestFacts; keep(cookies: readonly string[]): void } {
  const jar = new Map<string, string>()
  const headers = {
    get: (name: string) => {
      if (name === 'cookie') return [...jar].map(([key, value]) => `${key}=${value}`).join('; ') || null
      return name === 'user-agent' ? 'Firefox' : name === 'x-assay-client-address' ? '203.0.113.9' : null
    },
  }
  return {
    facts: requestFacts(headers),
    keep(cookies) {
      for (const cookie of cookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (/max-age=0(?:;|$)/i.test(cookie)) jar.delete(name)
        else jar.set(name, value)
      }
    },
  }
}

async function enter(email: string, password = PASSWORD) {
  const one = browser()
  const answer = await accounts.signIn(one.facts, { email, password })
  if (answer.ok) one.keep(answer.value.cookies)
  return { ...one, answer }
}

test('the first owner is created with the set-up code, once', async () => {
  const { facts, keep } = browser()
  const owner = { name: 'Olga Owner', email: 'Olga@Assay.test', password: PASSWORD }
  const code = ensureSetUpCode(server.directory)
  expect(statSync(join(server.directory, 'set-up-code')).mode & 0o777).toBe(0o600)
  expect(await accounts.needsOwner()).toBe(true)
  expect(await accounts.setUp(facts, { ...owner, code: 'guess' })).toMatchObject({
    error: { places: [{ pointer: '/code' }] },
  })
  expect(await accounts.signUp(facts, { ...owner, invitation: '' })).toMatchObject({ error: { code: 'conflict' } })
  const made = await accounts.setUp(facts, { ...owner, code })
  if (!made.ok) throw new Error(made.error.detail)
  keep(made.value.cookies)
  expect(await accounts.findSignedInPerson(facts)).toMatchObject({ name: 'Olga Owner', email: 'olga@assay.test' })
  expect(await accounts.needsOwner()).toBe(false)
  expect(await accounts.setUp(facts, { ...owner, code })).toMatchObject({ error: { code: 'not-found' } })
  expect(() => readFileSync(join(server.directory, 'set-up-code'))).toThrow()
})

test('a cookie is HttpOnly and SameSite=Lax, and one with another signature signs nobody in', async () => {
  const { answer, facts } = await enter('olga@assay.test')
  const [cookie = ''] = answer.ok ? answer.value.cookies : []
  expect(cookie).toMatch(/^assay-session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  const header = facts.headers.get('cookie') ?? ''
  expect(await accounts.findSignedInPerson(requestFacts(new Headers({ cookie: header })))).not.toBeNull()
  const forged = header.replace(/%3D|.$/, (end) => (end === 'A' ? 'B' : 'A'))
  expect(await accounts.findSignedInPerson(requestFacts(new Headers({ cookie: forged })))).toBeNull()
})

test('passwords that are easy to guess are refused with an error at their field', async () => {
  const { facts } = browser()
  const sent = { name: 'Pat Peters', email: 'pat@assay.test', invitation: '' }
  for (const password of ['short', 'password1234', 'patpeters1234', 'aaaaaaaaaaaaaaaa']) {
    const answer = await accounts.signUp(facts, { ...sent, password })
    expect(answer, password).toMatchObject({ ok: false, error: { places: [{ pointer: '/password' }] } })
  }
  expect(await accounts.signUp(facts, { ...sent, password: PASSWORD })).toMatchObject({ value: { signedIn: true } })
})

test('a wrong password and an unknown address get the same error', async () => {
  const { answer: wrong } = await enter('pat@assay.test', 'orbit-salad-5-tunnel')
  const { answer: unknown } = await enter('nobody@assay.test')
  expect(wrong).toEqual(unknown)
  expect(wrong).toMatchObject({ error: { code: 'sign-in-failed' } })
})

test('a password hash of an earlier version is replaced at the next sign-in, and only then', async () => {
  const stored = async () => {
    const text = `select password from account join app_user on app_user.id = user_id where email = 'pat@assay.test'`
    return String((await queryAsOwner(server.url, text))[0]?.password)
  }
  const salt = '00112233445566778899aabbccddeeff'
  const key = scryptSync(PASSWORD, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 })
  const old = `${salt}:${key.toString('hex')}`
  await queryAsOwner(server.url, 'update account set password = $1 where password = $2', [old, await stored()])
  expect((await enter('pat@assay.test', 'orbit-salad-5-tunnel')).answer.ok).toBe(false)
  expect(await stored()).toBe(old)
  expect((await enter('pat@assay.test')).answer.ok).toBe(true)
  expect(await stored()).toMatch(/^scrypt\$\d+\$8\$1\$/)
  expect((await enter('pat@assay.test')).answer.ok).toBe(true)
})

test('a name with bidirectional controls is refused with an error at its field', async () => {
  const sent = { name: 'Pat \u202esreteP', email: 'rtl@assay.test', password: PASSWORD, invitation: '' }
  const answer = await accounts.signUp(browser().facts, sent)
  expect(answer).toMatchObject({ ok: false, error: { places: [{ pointer: '/name' }] } })
})

test('each sign-in creates a new session and ends the previous one of that browser', async () => {
  const { facts, keep } = await enter('pat@assay.test')
  const first = await accounts.findSignedInPerson(facts)
  const old = requestFacts(new Headers({ cookie: facts.headers.get('cookie') ?? '' }))
  const again = await accounts.signIn(facts, { email: 'pat@assay.test', password: PASSWORD })
  if (again.ok) keep(again.value.cookies)
  const second = await accounts.findSignedInPerson(facts)
  expect(second?.sessionId).not.toBe(first?.sessionId)
  expect(await accounts.findSignedInPerson(old)).toBeNull()
  keep(await accounts.signOut(facts))
  expect(await accounts.findSignedInPerson(facts)).toBeNull()
})

test('a session expires after 7 days without use, and 30 days after the sign-in', async () => {
  const began = time
  const idle = await enter('pat@assay.test')
  const used = await enter('pat@assay.test')
  const after = (days: number) => {
    time = new Date(began.getTime() + days * 24 * 3600 * 1000)
  }
  for (const day of [5, 10, 15, 20, 25, 29.9]) {
    after(day)
    expect(await accounts.findSignedInPerson(used.facts), `day ${day}`).not.toBeNull()
  }
  expect(await accounts.findSignedInPerson(idle.facts)).toBeNull()
  after(30.1)
  expect(await accounts.findSignedInPerson(used.facts)).toBeNull()
  time = began
})

test('the operator configures how long a session lasts', async () => {
  const own = readAccountSettings({ ASSAY_SESSION_IDLE: '30m', ASSAY_SESSION_MAX: '12h' }).sessions
  expect(own).toEqual({ idleMs: 30 * 60_000, ageMs: 12 * 3_600_000 })
  for (const wrong of ['7', '1m', '500d', '-1d']) {
    expect(() => readAccountSettings({ ASSAY_SESSION_IDLE: wrong }), wrong).toThrow(/ASSAY_SESSION_IDLE is wrong/)
  }
  const { facts } = await enter('olga@assay.test')
  const find = createFindSession({
    accounts: server.db.accounts,
    secrets: { name: 'assay-session', secret: 'a secret for tests, which is no secret', previous: undefined },
    sessions: own,
    now: () => new Date(Date.now() + 31 * 60_000),
  })
  expect(await find(facts)).toBeNull()
})

test('no request can use a session after the response that ended it', async () => {
  let usedAfter = 0
  let usedBefore = 0
  const keeper = await enter('olga@assay.test')
  const me = await accounts.findSignedInPerson(keeper.facts)
  if (me === null) throw new Error('signed in above')
  const victims = await Promise.all(Array.from({ length: 4 }, () => enter('olga@assay.test')))
  // Fifty requests race with each of four revocations.
  await Promise.all(
    victims.map(async ({ facts }) => {
      const id = (await accounts.findSignedInPerson(facts))?.sessionId ?? ''
      let ended = false
      const uses = Array.from({ length: 50 }, async (_, turn) => {
        for (let wait = 0; wait < turn / 2; wait++) await new Promise(setImmediate)
        const late = ended
        const caller = await resolveCaller(server.services, facts)
        if (!caller.ok || caller.value.kind !== 'person') return
        if (late) usedAfter++
        else usedBefore++
      })
      await accounts.endSession(keeper.facts, me, { id })
      ended = true
      await Promise.all(uses)
      if ((await accounts.findSignedInPerson(facts)) !== null) usedAfter++
    }),
  )
  expect(usedAfter).toBe(0)
  expect(usedBefore).toBeGreaterThan(0)
})

test('people see their sessions and can end the others', async () => {
  const here = await enter('pat@assay.test')
  await enter('pat@assay.test')
  const me = (await accounts.findSignedInPerson(here.facts))!
  const { sessions } = await accounts.getAccount(me)
  expect(sessions.length).toBeGreaterThan(1)
  expect(sessions[0]).toMatchObject({ address: '203.0.113.0/24', userAgent: 'Firefox' })
  await accounts.endOtherSessions(here.facts, me)
  expect((await accounts.getAccount(me)).sessions.map(({ id }) => id)).toEqual([me.sessionId])
})

test('the operator ends all sessions of one person', async () => {
  const [first, second] = [await enter('pat@assay.test'), await enter('pat@assay.test')]
  expect(await endSessionsOf(server.services.db, 'nobody@assay.test')).toBeNull()
  expect(await accounts.findSignedInPerson(first.facts)).not.toBeNull()
  expect((await endSessionsOf(server.services.db, ' Pat@assay.test'))?.ended).toBeGreaterThan(1)
  for (const { facts } of [first, second]) expect(await accounts.findSignedInPerson(facts)).toBeNull()
  expect((await enter('pat@assay.test')).answer.ok).toBe(true)
})

test('a new password ends the other sessions and renews the current one', async () => {
  const [here, other] = [await enter('pat@assay.test'), await enter('pat@assay.test')]
  const me = (await accounts.findSignedInPerson(here.facts))!
  const password = 'walnut-copper-9-lagoon'
  const wrong = await accounts.changePassword(here.facts, me, { current: 'no', password })
  expect(wrong).toMatchObject({ error: { places: [{ pointer: '/current' }] } })
  const changed = await accounts.changePassword(here.facts, me, { current: PASSWORD, password })
  if (!changed.ok) throw new Error(changed.error.detail)
  here.keep(changed.value.cookies)
  expect((await accounts.findSignedInPerson(here.facts))?.sessionId).not.toBe(me.sessionId)
  expect(await accounts.findSignedInPerson(other.facts)).toBeNull()
  expect((await enter('pat@assay.test')).answer.ok).toBe(false)
  expect((await enter('pat@assay.test', password)).answer.ok).toBe(true)
})

test('the last owner cannot delete the account; others can, with their password', async () => {
  const owner = await enter('olga@assay.test')
  const olga = (await accounts.findSignedInPerson(owner.facts))!
  const refused = await accounts.delete(owner.facts, olga, { current: PASSWORD })
  expect(refused).toMatchObject({ error: { code: 'conflict', detail: expect.stringContaining('assay') } })
  const { facts } = await enter('pat@assay.test', 'walnut-copper-9-lagoon')
  const pat = (await accounts.findSignedInPerson(facts))!
  expect((await accounts.export(pat)).events.map(({ action }) => action)).toContain('person.signed-up')
  expect((await accounts.delete(facts, pat, { current: 'no' })).ok).toBe(false)
  expect((await accounts.delete(facts, pat, { current: 'walnut-copper-9-lagoon' })).ok).toBe(true)
  expect(await accounts.findSignedInPerson(facts)).toBeNull()
})

test('no other endpoint of the identity library can be reached', async () => {
  const ask = (path: string, method = 'POST') =>
    accounts.handleIdentityRequest(new Request(`http://assay.test/api/auth${path}`, { method }))
  for (const path of ['/sign-up/email', '/sign-in/email', '/change-email', '/delete-user', '/update-user']) {
    expect((await ask(path)).status, path).toBe(404)
  }
  expect((await ask('/passkey/generate-authenticate-options', 'GET')).status).toBe(200)
  expect((await ask('/passkey/generate-register-options', 'GET')).status).toBe(401)
})

test('the secret is created once, and only its owner can read the file', () => {
  const made = readServerSecret({ dataDir: server.directory, given: undefined })
  expect(made).toHaveLength(43)
  expect(readServerSecret({ dataDir: server.directory, given: undefined })).toBe(made)
  expect(statSync(join(server.directory, 'secret')).mode & 0o777).toBe(0o600)
  expect(() => readServerSecret({ dataDir: server.directory, given: 'short' })).toThrow(/ASSAY_SECRET/)
})
