import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import type { Accounts } from './accounts.ts'
import { knownBrowsers } from './known-browsers.ts'
import { ensureSetUpCode } from './set-up-code.ts'

const OWNER = { email: 'olga@assay.test', password: 'orbit-salad-4-tunnel' }
const WRONG = { ...OWNER, password: 'orbit-salad-5-tunnel' }

let server: TestServer
let accounts: Accounts
let time = new Date('2026-11-21T12:00:00Z')
let ownersCookie = ''
beforeAll(async () => {
  // The default budgets, with smaller ones for accounts and addresses, because each attempt hashes a password.
  const limits = 'sign-in.email=6/15m sign-in.address-email=3/15m sign-in.browser=4/15m'
  server = await startTestServer({ limits, now: () => time })
  accounts = server.services.accounts
  const code = ensureSetUpCode(server.directory)
  const made = await accounts.setUp(at('198.51.100.1'), { name: 'Olga', ...OWNER, code })
  if (!made.ok) throw new Error(made.error.detail)
  ownersCookie = browserCookie(made.value.cookies)
})
afterAll(() => server.stop())

const at = (address: string, cookie = '') =>
  requestFacts(new Headers({ 'x-assay-client-address': address, ...(cookie !== '' && { cookie }) }))

const browserCookie = (cookies: readonly string[]) =>
  cookies.find((cookie) => cookie.startsWith('assay-browser='))?.split(';')[0] ?? ''

async function codeOf(answer: ReturnType<Accounts['signIn']>): Promise<string> {
  const answered = await answer
  return answered.ok ? 'signed in' : answered.error.code
}

test('many wrong passwords from one address block that address and not the owner', async () => {
  const attacker = at('203.0.113.9')
  const answers: string[] = []
  for (let attempt = 0; attempt < 5; attempt++) answers.push(await codeOf(accounts.signIn(attacker, WRONG)))
  expect(answers).toEqual([...Array(3).fill('sign-in-failed'), ...Array(2).fill('too-many-requests')])
  expect(await codeOf(accounts.signIn(at('192.0.2.7'), OWNER))).toBe('signed in')
})

test('wrong passwords from many addresses exhaust the budget of the account, and the owner can still sign in from a known browser', async () => {
  const answers: string[] = []
  for (let from = 1; from <= 5; from++) answers.push(await codeOf(accounts.signIn(at(`203.0.${from}.1`), WRONG)))
  expect(answers).toContain('too-many-requests')
  expect(await codeOf(accounts.signIn(at('192.0.2.8'), OWNER))).toBe('too-many-requests')
  expect(await codeOf(accounts.signIn(at('192.0.2.9', ownersCookie), OWNER))).toBe('signed in')
})

test('a known browser has a budget too, and is known for its own account only', async () => {
  const { find } = knownBrowsers({ secret: 'x'.repeat(32), publicUrl: 'http://assay.test', now: () => time })
  expect(find(at('192.0.2.9', ownersCookie), OWNER.email)).toBeNull()
  const answers: string[] = []
  for (let attempt = 0; attempt < 4; attempt++) {
    answers.push(await codeOf(accounts.signIn(at('192.0.2.9', ownersCookie), WRONG)))
  }
  expect(answers.at(-1)).toBe('too-many-requests')
})

test('a browser is known for several accounts, for 180 days, and not with a changed cookie', () => {
  const browsers = knownBrowsers({ secret: 'y'.repeat(32), publicUrl: 'https://assay.test', now: () => time })
  const asCookie = (header: string) => header.split(';')[0] ?? ''
  const one = asCookie(browsers.cookieFor(at('192.0.2.1'), 'a@assay.test'))
  expect(one).toMatch(/^__Host-assay-browser=/)
  const both = at('192.0.2.1', asCookie(browsers.cookieFor(at('192.0.2.1', one), 'b@assay.test')))
  expect(browsers.find(both, 'a@assay.test')).not.toBeNull()
  expect(browsers.find(both, 'b@assay.test')).not.toBe(browsers.find(both, 'a@assay.test'))
  expect(browsers.find(both, 'c@assay.test')).toBeNull()
  expect(
    browsers.find(
      at(
        '192.0.2.1',
        one.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
      ),
      'a@assay.test',
    ),
  ).toBeNull()
  time = new Date(time.getTime() + 181 * 24 * 3600 * 1000)
  expect(browsers.find(both, 'a@assay.test')).toBeNull()
})
