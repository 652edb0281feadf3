import { createHmac } from 'node:crypto'
import { SERVER } from '@assay/db/open'
import { addPerson } from '@assay/db/testing'
import { recordingMailer } from '@assay/testing/server/recording-mailer'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { sha256Hex } from '../attachments/attachment-store.ts'
import type { Mail } from '../mail/mail.ts'
import { readAccountSettings } from './account-settings.ts'
import type { Accounts } from './accounts.ts'
import { ensureSetUpCode } from './set-up-code.ts'

let server: TestServer
let accounts: Accounts
const outbox: Mail[] = []
const PASSWORD = 'orbit-salad-4-tunnel'
const nobody = requestFacts(new Headers({ host: 'localhost' }))

beforeAll(async () => {
  const mailer = recordingMailer(outbox)
  const variables = {
    ASSAY_SIGN_UP: 'open',
    ASSAY_SMTP_URL: 'smtp://mail.assay.test',
    ASSAY_MAIL_FROM: 'assay@assay.test',
    ASSAY_GITHUB_CLIENT_ID: 'client',
    ASSAY_GITHUB_CLIENT_SECRET: 'secret',
  }
  server = await startTestServer({ mailer, now: () => new Date(), people: variables })
  accounts = server.services.accounts
  const code = ensureSetUpCode(server.directory)
  const owner = { name: 'Olga', email: 'olga@assay.test', password: PASSWORD, code }
  const made = await accounts.setUp(nobody, owner)
  if (!made.ok) throw new Error(made.error.detail)
})
afterAll(() => server.stop())

/** Returns the received mail and the token in its link. */
async function received() {
  await expect.poll(() => outbox.length, { interval: 10 }).toBeGreaterThan(0)
  const [mail] = outbox.splice(0)
  if (mail === undefined) throw new Error('no mail came')
  return { ...mail, token: decodeURIComponent(/token=(\S+)/.exec(mail.text)?.[1] ?? '') }
}

const ada = { name: 'Ada', email: 'ada@assay.test', password: PASSWORD, invitation: '' }

test('an address must be confirmed before its owner can sign in', async () => {
  expect(await accounts.signUp(nobody, ada)).toEqual({ ok: true, value: { cookies: [], signedIn: false } })
  const { to, token, html } = await received()
  expect(to).toBe('ada@assay.test')
  expect(html).toContain('href="http://assay.test/verify?token=')
  const early = await accounts.signIn(nobody, ada)
  expect(early).toMatchObject({ error: { code: 'sign-in-failed', detail: expect.stringContaining('Confirm') } })
  await received()
  expect((await accounts.verifyEmail(nobody, { token: `${token}x` })).ok).toBe(false)
  expect((await accounts.verifyEmail(nobody, { token })).ok).toBe(true)
  expect((await accounts.signIn(nobody, ada)).ok).toBe(true)
})

test('a person who signed up with an invitation returns to it after confirming the address', async () => {
  const bob = { name: 'Bob', email: 'bob@assay.test', password: PASSWORD, invitation: '' }
  expect((await accounts.signUp(nobody, { ...bob, next: '/invitations/secret' })).ok).toBe(true)
  const { text } = await received()
  expect(new URL(/http\S+/.exec(text)?.[0] ?? '').searchParams.get('next')).toBe('/invitations/secret')
})

test('sign-up with a taken address gets the response of a free one, and the owner of the address gets a mail', async () => {
  expect(await accounts.signUp(nobody, { ...ada, name: 'Eve' })).toEqual({
    ok: true,
    value: { cookies: [], signedIn: false },
  })
  expect(await received()).toMatchObject({
    to: 'ada@assay.test',
    subject: expect.stringContaining('You have an account'),
  })
})

test('a password reset link works once', async () => {
  const unknown = await accounts.requestReset(nobody, { email: 'nobody@assay.test' })
  expect(await accounts.requestReset(nobody, { email: ada.email })).toEqual(unknown)
  const { to, token } = await received()
  expect(to).toBe('ada@assay.test')
  const password = 'walnut-copper-9-lagoon'
  expect((await accounts.resetPassword(nobody, { token, password: 'short' })).ok).toBe(false)
  expect((await accounts.resetPassword(nobody, { token, password })).ok).toBe(true)
  expect((await accounts.resetPassword(nobody, { token, password })).ok).toBe(false)
  expect((await accounts.signIn(nobody, ada)).ok).toBe(false)
  expect((await accounts.signIn(nobody, { ...ada, password })).ok).toBe(true)
  expect(outbox).toEqual([])
})

test('a link that changes an address does nothing without a session', async () => {
  const answer = await accounts.signIn(nobody, { ...ada, password: 'walnut-copper-9-lagoon' })
  const cookie = answer.ok ? answer.value.cookies.map((one) => one.split(';')[0]).join('; ') : ''
  const facts = requestFacts(new Headers({ cookie }))
  const person = (await accounts.findSignedInPerson(facts))!
  const sent = { email: 'ada.l@assay.test', current: 'walnut-copper-9-lagoon' }
  expect(await accounts.changeEmail(facts, person, sent)).toMatchObject({ value: { waits: true } })
  // Two mails, in any order.
  await expect.poll(() => outbox.length).toBe(2)
  const notice = outbox.find(({ to }) => to === 'ada@assay.test')
  expect(notice?.subject).toBe('Another address for your account at assay.test')
  expect(notice?.text).toContain('ada.l@assay.test')
  expect(notice?.text).toContain('http://assay.test/reset-password')
  outbox.splice(0, 2, ...outbox.filter((mail) => mail !== notice))
  const { to, token } = await received()
  expect(to).toBe('ada.l@assay.test')
  // The old address is notified of the change, and that mail has no link that confirms it.
  expect(notice?.text).not.toContain(token)
  expect(await accounts.verifyEmail(nobody, { token })).toMatchObject({ error: { code: 'sign-in-failed' } })
  expect((await accounts.findSignedInPerson(facts))?.email).toBe('ada@assay.test')
  expect((await accounts.verifyEmail(facts, { token })).ok).toBe(true)
  expect((await accounts.findSignedInPerson(facts))?.email).toBe('ada.l@assay.test')
  const changed = await received()
  expect(changed).toMatchObject({ to: 'ada@assay.test', subject: expect.stringContaining('has changed') })
  expect(changed.text).toContain('now has the address ada.l@assay.test')
  expect(outbox).toEqual([])
})

test('an address change that was not requested by the owner is stopped by a new password: its link does nothing', async () => {
  const password = 'walnut-copper-9-lagoon'
  const answer = await accounts.signIn(nobody, { email: 'ada.l@assay.test', password })
  const cookie = answer.ok ? answer.value.cookies.map((one) => one.split(';')[0]).join('; ') : ''
  const thief = requestFacts(new Headers({ cookie }))
  const person = (await accounts.findSignedInPerson(thief))!
  await accounts.changeEmail(thief, person, { email: 'eve@assay.test', current: password })
  await expect.poll(() => outbox.length).toBe(2)
  const link = /token=(\S+)/.exec(outbox.find(({ to }) => to === 'eve@assay.test')?.text ?? '')?.[1] ?? ''
  outbox.length = 0
  await accounts.requestReset(nobody, { email: 'ada.l@assay.test' })
  const reset = await received()
  expect((await accounts.resetPassword(nobody, { token: reset.token, password: 'granite-otter-5-meadow' })).ok).toBe(
    true,
  )
  expect((await accounts.verifyEmail(thief, { token: decodeURIComponent(link) })).ok).toBe(false)
  expect(
    await accounts.signIn(nobody, { email: 'ada.l@assay.test', password: 'granite-otter-5-meadow' }),
  ).toMatchObject({
    ok: true,
  })
})

test('a link of one kind does not work as one of another, and one that somebody else signed does nothing', async () => {
  const carl = { name: 'Carl', email: 'carl@assay.test', password: PASSWORD, invitation: '' }
  expect((await accounts.signUp(nobody, carl)).ok).toBe(true)
  const { token: confirms } = await received()
  await accounts.requestReset(nobody, { email: carl.email })
  const { token: resets } = await received()
  const password = 'walnut-copper-9-lagoon'
  expect((await accounts.resetPassword(nobody, { token: confirms, password })).ok).toBe(false)
  expect((await accounts.verifyEmail(nobody, { token: resets })).ok).toBe(false)
  const [, payload = ''] = confirms.split('.')
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (algorithm: string, hash: string) => {
    const text = `${encoded({ alg: algorithm })}.${payload}`
    return `${text}.${createHmac(hash, 'a secret of somebody else').update(text).digest('base64url')}`
  }
  for (const token of [`${encoded({ alg: 'none' })}.${payload}.`, signed('HS256', 'sha256'), signed('HS512', 'sha512')])
    expect((await accounts.verifyEmail(nobody, { token })).ok).toBe(false)
  expect((await accounts.signIn(nobody, carl)).ok).toBe(false)
  await received()
  expect((await accounts.verifyEmail(nobody, { token: confirms })).ok).toBe(true)
  expect((await accounts.signIn(nobody, carl)).ok).toBe(true)
})

test('a password reset keeps the second factor', async () => {
  const dora = { name: 'Dora', email: 'dora@assay.test', password: PASSWORD, invitation: '' }
  await accounts.signUp(nobody, dora)
  await accounts.verifyEmail(nobody, { token: (await received()).token })
  const signIn = async (password: string) => {
    const answer = await accounts.signIn(nobody, { ...dora, password })
    if (!answer.ok) throw new Error(answer.error.detail)
    const cookie = answer.value.cookies.map((one) => one.split(';')[0]).join('; ')
    return { isComplete: answer.value.isComplete, browser: requestFacts(new Headers({ cookie })) }
  }
  const { browser } = await signIn(PASSWORD)
  const secret = (await accounts.startTotp(browser))?.secret ?? ''
  expect((await accounts.confirmTotp(browser, { code: generateSync({ secret }) })).ok).toBe(true)
  await accounts.requestReset(nobody, { email: dora.email })
  const password = 'walnut-copper-9-lagoon'
  expect((await accounts.resetPassword(nobody, { token: (await received()).token, password })).ok).toBe(true)
  const after = await signIn(password)
  expect(after.isComplete).toBe(false)
  expect(await accounts.findSignedInPerson(after.browser)).toBeNull()
})

test('the redirect to GitHub has a state that only this browser has', async () => {
  const answer = await accounts.startProvider(nobody, { provider: 'github', next: '/p/demo' })
  if (!answer.ok) throw new Error(answer.error.detail)
  expect(answer.value.url).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?.*state=/)
  expect(answer.value.url).toContain(encodeURIComponent('http://assay.test/api/auth/callback/github'))
  expect(answer.value.cookies.join()).toMatch(/assay\.(?:oauth_)?state=.*HttpOnly/i)
  expect((await accounts.startProvider(nobody, { provider: 'gitlab', next: '/' })).ok).toBe(false)
})

test('with sign-up by invitation, an account needs an open invitation for its address', async () => {
  const invited = await startTestServer({ now: () => new Date() })
  try {
    const { accounts } = invited.services
    const { project } = await invited.addProject('lab')
    await addPerson(invited.url, 'owner', { organizations: { [project.organization.id]: 'owner' } })
    expect(await accounts.signUp(nobody, ada)).toMatchObject({ error: { code: 'role-missing' } })
    expect(await accounts.signUp(nobody, { ...ada, invitation: 'guess' })).toMatchObject({
      error: { code: 'role-missing' },
    })
    const invite = (secret: string, expiresAt: string) =>
      invited.db.organizations.invite(
        project.organization.id,
        { email: 'Ada@Assay.test', role: 'viewer', expiresAt, secretSha256: sha256Hex(secret) },
        SERVER,
      )
    await invite('late', '2020-01-01T00:00:00.000Z')
    await invite('open', '2999-01-01T00:00:00.000Z')
    expect(await accounts.findInvitation('late')).toBeNull()
    expect(await accounts.findInvitation('open')).toEqual({ organization: 'lab', email: 'Ada@Assay.test' })
    const other = { ...ada, email: 'eve@assay.test', invitation: 'open' }
    expect(await accounts.signUp(nobody, other)).toMatchObject({ error: { places: [{ pointer: '/email' }] } })
    expect(await accounts.signUp(nobody, { ...ada, invitation: 'open' })).toMatchObject({ value: { signedIn: true } })
  } finally {
    await invited.stop()
  }
})

test('variables that belong together must be set together', () => {
  expect(() => readAccountSettings({ ASSAY_SMTP_URL: 'smtp://x' })).toThrow(/ASSAY_MAIL_FROM is missing/)
  expect(() => readAccountSettings({ ASSAY_GITHUB_CLIENT_ID: 'x' })).toThrow(/ASSAY_GITHUB_CLIENT_SECRET is missing/)
  expect(() => readAccountSettings({ ASSAY_OIDC_ISSUER: 'https://id.test' })).toThrow(/ASSAY_OIDC_CLIENT_ID/)
  expect(() => readAccountSettings({ ASSAY_SECRET: 'short' })).toThrow(/32 characters/)
  expect(readAccountSettings({ ASSAY_SECRET: '', ASSAY_SIGN_UP: '' })).toMatchObject({ signUp: 'invited', mail: null })
})
