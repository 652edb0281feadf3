import { createHmac } from 'node:crypto'
import { directoryActions, peopleDump, refusingLines } from '@assay/db/testing'
import { recordingMailer } from '@assay/testing/server/recording-mailer'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RequestFacts, requestFacts } from '../access/request-facts.ts'
import type { Mail } from '../mail/mail.ts'
import { readAccountSettings } from './account-settings.ts'
import type { Accounts } from './accounts.ts'
import { createIdentity } from './create-identity.ts'
import { identityRequest } from './identity-request.ts'
import { sessionHasher } from './session-cookie.ts'
import { ensureSetUpCode } from './set-up-code.ts'

let server: TestServer
let accounts: Accounts
const outbox: Mail[] = []
const PASSWORD = 'orbit-salad-4-tunnel'
const SECRET = 'the secret of this test, which is long'
const ada = { name: 'Ada', email: 'ada@assay.test', password: PASSWORD, invitation: '' }
const from = { 'x-assay-client-address': '203.0.113.9', 'x-assay-request-id': 'request-7' }
const nobody = requestFacts(new Headers(from))
const settings = {
  ASSAY_SECRET: SECRET,
  ASSAY_SIGN_UP: 'open',
  ASSAY_SMTP_URL: 'smtp://mail.assay.test',
  ASSAY_MAIL_FROM: 'assay@assay.test',
}

beforeAll(async () => {
  const mailer = recordingMailer(outbox)
  server = await startTestServer({ mailer, now: () => new Date(), people: settings })
  accounts = server.services.accounts
  const code = ensureSetUpCode(server.directory)
  const made = await accounts.setUp(nobody, { ...ada, name: 'Olga', email: 'olga@assay.test', code })
  if (!made.ok) throw new Error(made.error.detail)
})
afterAll(() => server.stop())

/** Returns the token in the link of the received mail. */
async function received(): Promise<string> {
  await expect.poll(() => outbox.length, { interval: 10 }).toBeGreaterThan(0)
  const [mail] = outbox.splice(0)
  return decodeURIComponent(/token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '')
}

async function signedIn(password = PASSWORD) {
  const answer = await accounts.signIn(nobody, { ...ada, password })
  if (!answer.ok) throw new Error(answer.error.detail)
  const cookie = answer.value.cookies.map((one) => one.split(';')[0]).join('; ')
  const facts = requestFacts(new Headers({ ...from, cookie }))
  return { facts, cookie, person: (await accounts.findSignedInPerson(facts))! }
}

/** Returns the audited actions of `work`. */
async function written(work: () => Promise<unknown>): Promise<string[]> {
  const before = (await directoryActions(server.url)).length
  await work()
  return (await directoryActions(server.url)).slice(before).map(({ action }) => action)
}

/** Returns the rows of a table as JSON text. */
const rowsOf = async (table: string) =>
  (await peopleDump(server.url)).split('\n').filter((line) => line.startsWith(`${table} `))

const libraryFails = async (work: Promise<unknown>) => {
  await expect(work).rejects.toThrow()
}

test('confirming an address, a sign-in, a sign-out and a wrong password are audited', async () => {
  expect(await written(() => accounts.signUp(nobody, ada))).toEqual(['person.signed-up'])
  const token = await received()
  const refused = () => libraryFails(accounts.verifyEmail(nobody, { token }))
  await refusingLines(server.url, 'person.email-verified', refused)
  expect((await accounts.signIn(nobody, ada)).ok).toBe(false)
  await received()
  expect(await written(() => accounts.verifyEmail(nobody, { token }))).toEqual(['person.email-verified'])
  expect(await written(() => accounts.verifyEmail(nobody, { token }))).toEqual([])

  const { facts } = await signedIn()
  expect(await written(() => signedIn())).toEqual(['person.signed-in'])
  expect(await written(() => accounts.signOut(facts))).toEqual(['person.signed-out'])
  const wrong = await written(() => accounts.signIn(nobody, { ...ada, password: 'no' }))
  const unknown = await written(() =>
    accounts.signIn(nobody, { email: 'a-password-by-mistake@x.test', password: 'no' }),
  )
  expect([wrong, unknown]).toEqual([['person.sign-in-failed'], ['person.sign-in-failed']])
  const dump = await peopleDump(server.url)
  expect(dump).not.toContain('by-mistake')
  expect(dump).toMatch(/"action": "person.signed-in".*"address": "203\.0\.113\.0\/24".*"request_id": "request-7"/)
})

test('people see the events of their account, also those that others caused', async () => {
  const { person } = await signedIn()
  const { lately } = await accounts.getAccount(person)
  const [newest, before] = lately
  expect(newest).toMatchObject({ action: 'person.signed-in', address: '203.0.113.0/24' })
  expect(before).toMatchObject({ action: 'person.sign-in-failed', name: 'Ada' })
  expect(lately.map(({ name }) => name)).not.toContain('Olga')
})

test('a sign-in whose audit event cannot be stored fails', async () => {
  const before = await rowsOf('session')
  await refusingLines(server.url, 'person.signed-in', () => libraryFails(accounts.signIn(nobody, ada)))
  expect(await rowsOf('session')).toEqual(before)
})

test('a session whose end cannot be audited stays valid', async () => {
  const { facts, person } = await signedIn()
  const end = () => libraryFails(accounts.endSession(facts, person, { id: person.sessionId }))
  await refusingLines(server.url, 'session.ended', end)
  expect(await accounts.findSignedInPerson(facts)).not.toBeNull()
  await refusingLines(server.url, 'person.signed-out', () => libraryFails(accounts.signOut(facts)))
  expect(await accounts.findSignedInPerson(facts)).not.toBeNull()
})

test('a new password is stored together with its audit event and the end of the other sessions, or not at all', async () => {
  await accounts.endOtherSessions((await signedIn()).facts, (await signedIn()).person)
  const [{ facts, person }, other] = [await signedIn(), await signedIn()]
  const password = 'walnut-copper-9-lagoon'
  const change = () => accounts.changePassword(facts, person, { current: PASSWORD, password })
  const before = [await rowsOf('account'), await rowsOf('session')]
  for (const action of ['person.password-changed', 'session.ended']) {
    await refusingLines(server.url, action, () => libraryFails(change()))
    expect([await rowsOf('account'), await rowsOf('session')], action).toEqual(before)
  }
  const lines = await written(change)
  expect(lines[0]).toBe('person.password-changed')
  expect(new Set(lines.slice(1))).toEqual(new Set(['session.ended']))
  expect(await accounts.findSignedInPerson(other.facts)).toBeNull()
})

test('a password reset link works again when its audit event could not be stored', async () => {
  await accounts.requestReset(nobody, ada)
  const token = await received()
  const password = 'velvet-harbor-3-comet'
  const reset = () => accounts.resetPassword(nobody, { token, password })
  await refusingLines(server.url, 'person.password-reset', () => libraryFails(reset()))
  expect((await accounts.signIn(nobody, { ...ada, password })).ok).toBe(false)
  expect((await written(reset)).slice(0, 2)).toEqual(['person.password-reset', 'session.ended'])
  expect((await accounts.signIn(nobody, { ...ada, password })).ok).toBe(true)
})

test('no stored value can be used to sign in', async () => {
  const { cookie, facts } = await signedIn('velvet-harbor-3-comet')
  await accounts.requestReset(nobody, ada)
  const sent = await received()
  const dump = await peopleDump(server.url)
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? ''
  expect(token).toHaveLength(32)
  expect(dump).not.toContain(token)
  expect(dump).not.toContain(sent)
  // The stored hash is not accepted as a token, even when it is signed with the server's secret.
  const stored = sessionHasher(SECRET)(token)
  expect(dump).toContain(stored)
  const sign = (text: string) => signed(text, SECRET)
  expect(await accounts.findSignedInPerson(cookieOf(sign(token)))).toMatchObject({ name: 'Ada' })
  expect(await accounts.findSignedInPerson(cookieOf(sign(stored)))).toBeNull()
  for (const row of dump.match(/[0-9a-f]{64}/g) ?? []) {
    expect((await accounts.resetPassword(nobody, { token: row, password: 'harbor-9-velvet-comet' })).ok).toBe(false)
  }
  expect(await accounts.findSignedInPerson(facts)).not.toBeNull()
})

test('adding and removing passkeys and linked accounts is audited, and tokens of providers are not stored', async () => {
  const { person, facts } = await signedIn('velvet-harbor-3-comet')
  const identity = createIdentity({
    accounts: server.db.accounts,
    secret: SECRET,
    publicUrl: 'http://assay.test',
    settings: readAccountSettings(settings),
    hooks: {
      sendReset: async () => {},
      sendVerification: async () => {},
      sendAddressChanged: async () => {},
      canSignUp: async () => false,
    },
  })
  const { internalAdapter, adapter } = await identity.$context
  const credential = {
    publicKey: 'key',
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
    createdAt: new Date(),
  }
  const data = { ...credential, userId: person.id, name: 'Laptop', credentialID: 'one' }
  const add = () => identityRequest.run({ request: nobody }, () => adapter.create({ model: 'passkey', data }))
  await refusingLines(server.url, 'passkey.added', () => libraryFails(add()))
  expect(await rowsOf('passkey')).toEqual([])
  expect(await written(add)).toEqual(['passkey.added'])
  const secrets = { accessToken: 'access-1', refreshToken: 'refresh-1', idToken: 'id-1' }
  const account = { userId: person.id, providerId: 'github', accountId: '7', ...secrets }
  const link = () => internalAdapter.linkAccount(account)
  await refusingLines(server.url, 'account.linked', () => libraryFails(link()))
  expect(await written(link)).toEqual(['account.linked'])
  expect(await peopleDump(server.url)).not.toMatch(/access-1|refresh-1|id-1/)

  const { profile } = await accounts.getAccount(person)
  const [passkey, linked] = [profile.passkeys[0]?.id ?? '', profile.linkedAccounts[0]?.id ?? '']
  await refusingLines(server.url, 'passkey.removed', () =>
    libraryFails(accounts.removePasskey(facts, person, { id: passkey })),
  )
  expect(await written(() => accounts.removePasskey(facts, person, { id: passkey }))).toEqual(['passkey.removed'])
  expect(await written(() => accounts.unlink(facts, person, { id: linked }))).toEqual(['account.unlinked'])
  const [removed, unlinked] = (await directoryActions(server.url)).slice(-2)
  expect([removed?.object, unlinked?.object]).toEqual(['Laptop', 'github'])
})

const cookieOf = (value: string): RequestFacts => requestFacts(new Headers({ cookie: `assay-session=${value}` }))

function signed(text: string, secret: string): string {
  const hmac = createHmac('sha256', secret).update(text).digest('base64')
  return encodeURIComponent(`${text}.${hmac}`)
}
