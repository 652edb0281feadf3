import { directoryActions, peopleDump } from '@assay/db/testing'
import { type OidcProvider, startOidcProvider } from '@assay/testing/server/oidc-provider'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterEach, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { ensureSetUpCode } from './set-up-code.ts'

let provider: OidcProvider
let server: TestServer
afterEach(async () => {
  provider.close()
  await server.stop()
})

const owner = { name: 'Olga', email: 'olga@assay.test', password: 'orbit-salad-4-tunnel' }
const ada = { email: 'ada@assay.test', email_verified: true, name: 'Ada' }

async function start(method: 'client_secret_basic' | 'client_secret_post', change: Record<string, string> = {}) {
  provider = await startOidcProvider('http://assay.test/api/auth/callback/oidc', method)
  provider.people.set('ada', ada)
  server = await startTestServer({
    now: () => new Date(),
    people: {
      ASSAY_SIGN_UP: 'open',
      ASSAY_OIDC_ISSUER: provider.issuer,
      ASSAY_OIDC_CLIENT_ID: 'assay',
      ASSAY_OIDC_CLIENT_SECRET: provider.secret,
      ...change,
    },
  })
  const code = ensureSetUpCode(server.directory)
  const made = await server.services.accounts.setUp(requestFacts(new Headers()), { ...owner, code })
  if (!made.ok) throw new Error(made.error.detail)
  return cookieOf(made.value.cookies)
}

const cookieOf = (lines: readonly string[]) => lines.map((line) => line.split(';')[0]).join('; ')

/** Goes from our page to the provider and back, as a browser does. */
async function leave(cookie = '') {
  const facts = requestFacts(new Headers({ cookie }))
  const started = await server.services.accounts.startProvider(facts, { provider: 'oidc', next: '/p/demo' })
  if (!started.ok) throw new Error(started.error.detail)
  return { url: started.value.url, cookie: [cookie, cookieOf(started.value.cookies)].filter(Boolean).join('; ') }
}

async function comeBack(back: URL, cookie: string) {
  const answer = await server.services.accounts.handleIdentityRequest(new Request(back, { headers: { cookie } }))
  const given = cookieOf(answer.headers.getSetCookie())
  const person = await server.services.accounts.findSignedInPerson(requestFacts(new Headers({ cookie: given })))
  return { to: answer.headers.get('location'), person, cookie: given }
}

async function goRound(login: string, answer?: 'abort', cookie = '') {
  const left = await leave(cookie)
  return comeBack(await provider.signIn(left.url, login, answer), left.cookie)
}

for (const method of ['client_secret_basic', 'client_secret_post'] as const) {
  test(`a person of a real provider gets an account and can sign in to it again (${method})`, async () => {
    await start(method)
    const first = await goRound('ada')
    expect(first).toMatchObject({ to: 'http://assay.test/p/demo', person: { name: 'Ada', email: 'ada@assay.test' } })
    const second = await goRound('ada')
    expect(second.person?.id).toBe(first.person?.id)
    const actions = (await directoryActions(server.url)).map(({ action }) => action)
    expect(actions.slice(-4)).toEqual(['person.signed-up', 'account.linked', 'person.signed-in', 'person.signed-in'])
    // No token for the provider's API is stored.
    expect(await peopleDump(server.url)).not.toMatch(/"(?:access_token|refresh_token|id_token)": "/)
  })
}

test('the callback works once, in the browser that started, and only with consent', async () => {
  await start('client_secret_post')
  const problem = /^http:\/\/assay\.test\/sign-in\?problem=provider/
  const left = await leave()
  const back = await provider.signIn(left.url, 'ada')
  // The provider reassigned the address to another person.
  const other = await leave()
  expect(await comeBack(back, other.cookie)).toMatchObject({ person: null, to: expect.stringMatching(problem) })
  expect(await comeBack(back, '')).toMatchObject({ person: null, to: expect.stringMatching(problem) })
  const mine = await comeBack(back, left.cookie)
  expect(mine.person).toMatchObject({ name: 'Ada' })
  expect(await comeBack(back, left.cookie)).toMatchObject({ person: null, to: expect.stringMatching(problem) })
  expect(await goRound('ada', 'abort')).toMatchObject({ person: null, to: expect.stringMatching(problem) })
  expect(await server.db.accounts.findByEmail('olga@assay.test')).not.toBeNull()
})

test('a wrong client secret signs nobody in, and neither does an unconfirmed address', async () => {
  await start('client_secret_post', { ASSAY_OIDC_CLIENT_SECRET: 'a secret that is wrong' })
  expect(await goRound('ada')).toMatchObject({ person: null })
  provider.close()
  await server.stop()
  await start('client_secret_post')
  provider.people.set('eve', { email: 'olga@assay.test', email_verified: false, name: 'Eve' })
  expect(await goRound('eve')).toMatchObject({ person: null })
})

test('a signed-in person links the account of that address, and can then sign in with it', async () => {
  const cookie = await start('client_secret_post')
  provider.people.set('olga-there', { email: owner.email, email_verified: true, name: 'O.' })
  const linked = await goRound('olga-there', undefined, cookie)
  expect(linked.to).toBe('http://assay.test/p/demo')
  const again = await goRound('olga-there')
  expect(again.person).toMatchObject({ name: 'Olga', email: owner.email })
  const { profile } = await server.services.accounts.getAccount(again.person!)
  expect(profile.linkedAccounts).toMatchObject([{ provider: 'oidc', accountId: 'olga-there' }])
  // Name and address are not overwritten by those of the provider.
  provider.people.set('olga-there', { email: 'other@assay.test', email_verified: true, name: 'Other' })
  expect((await goRound('olga-there')).person).toMatchObject({ name: 'Olga', email: owner.email })
})
