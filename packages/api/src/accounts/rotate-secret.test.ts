import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { readAccountSettings } from './account-settings.ts'
import { openAccounts } from './open-accounts.ts'
import { ensureSetUpCode } from './set-up-code.ts'

const BEFORE = 'a secret for tests, which is no secret'
const AFTER = 'the secret that replaces it, which is long'
const PASSWORD = 'orbit-salad-4-tunnel'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date() })
  const code = ensureSetUpCode(server.directory)
  const olga = { name: 'Olga', email: 'olga@assay.test', password: PASSWORD, code }
  const made = await server.services.accounts.setUp(facts(''), olga)
  if (!made.ok) throw new Error(made.error.detail)
})
afterAll(() => server.stop())

const facts = (cookie: string) => requestFacts(new Headers(cookie === '' ? {} : { cookie }))
const cookiesOf = (lines: readonly string[]) => lines.map((one) => one.split(';')[0]).join('; ')

async function signIn() {
  const answer = await server.services.accounts.signIn(facts(''), { email: 'olga@assay.test', password: PASSWORD })
  if (!answer.ok) throw new Error(answer.error.detail)
  return facts(cookiesOf(answer.value.cookies))
}

const accountsWith = (variables: Record<string, string>) =>
  openAccounts({ ...server.services, dataDir: server.directory, settings: readAccountSettings(variables) })

test('sessions survive a rotation of the secret, also for actions of the identity library and at a second request', async () => {
  const browser = await signIn()
  const rotated = accountsWith({ ASSAY_SECRET: AFTER, ASSAY_SECRET_PREVIOUS: BEFORE })
  for (let request = 0; request < 2; request++) {
    expect(await rotated.findSignedInPerson(browser)).toMatchObject({ name: 'Olga' })
  }
  const person = (await rotated.findSignedInPerson(browser))!
  const password = 'walnut-copper-9-lagoon'
  const changed = await rotated.changePassword(browser, person, { current: PASSWORD, password })
  if (!changed.ok) throw new Error(changed.error.detail)
  const renewed = facts(cookiesOf(changed.value.cookies))
  // The new cookie needs the present secret only.
  expect(await accountsWith({ ASSAY_SECRET: AFTER }).findSignedInPerson(renewed)).toMatchObject({ name: 'Olga' })
  expect(await rotated.findSignedInPerson(browser)).toBeNull()
  const restored = await rotated.changePassword(renewed, (await rotated.findSignedInPerson(renewed))!, {
    current: password,
    password: PASSWORD,
  })
  expect(restored.ok).toBe(true)
})

test('without the previous secret, and with a wrong one, a session of before is refused', async () => {
  const browser = await signIn()
  expect(await accountsWith({ ASSAY_SECRET: AFTER }).findSignedInPerson(browser)).toBeNull()
  const wrong = 'a secret that this server never had before'
  const other = accountsWith({ ASSAY_SECRET: AFTER, ASSAY_SECRET_PREVIOUS: wrong })
  expect(await other.findSignedInPerson(browser)).toBeNull()
  const rotated = accountsWith({ ASSAY_SECRET: AFTER, ASSAY_SECRET_PREVIOUS: BEFORE })
  expect(await rotated.findSignedInPerson(browser)).not.toBeNull()
})
