import { peopleDump } from '@assay/db/testing'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { ensureSetUpCode } from './set-up-code.ts'

// The three endpoints of GitHub, as its documentation describes their responses.
const ACCESS = { access_token: 'gho_access', scope: 'read:user,user:email', token_type: 'bearer' }
const octo = { id: 583231, login: 'octo', name: null, email: null, avatar_url: 'https://github.test/octo.png' }
const address = (email: string, primary: boolean, verified: boolean) => ({ email, primary, verified, visibility: null })
let emails = [address('old@assay.test', false, true), address('octo@assay.test', true, true)]
const requests: string[] = []

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    now: () => new Date(),
    people: { ASSAY_SIGN_UP: 'open', ASSAY_GITHUB_CLIENT_ID: 'client', ASSAY_GITHUB_CLIENT_SECRET: 'secret' },
  })
  const owner = { name: 'Olga', email: 'olga@assay.test', password: 'orbit-salad-4-tunnel' }
  const code = ensureSetUpCode(server.directory)
  const made = await server.services.accounts.setUp(requestFacts(new Headers()), { ...owner, code })
  if (!made.ok) throw new Error(made.error.detail)
  vi.stubGlobal('fetch', async (to: string | URL | Request, init?: RequestInit) => {
    const request = new Request(to, init)
    requests.push(`${request.method} ${request.url}`)
    if (request.url === 'https://github.com/login/oauth/access_token') {
      const form = new URLSearchParams(await request.text())
      if (form.get('code') !== 'code') return Response.json({ error: 'bad_verification_code' })
      return Response.json(ACCESS)
    }
    if (request.headers.get('authorization') !== 'Bearer gho_access') return new Response(null, { status: 401 })
    return Response.json(request.url.endsWith('/emails') ? emails : octo)
  })
})
afterEach(() => {
  requests.length = 0
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server.stop()
})

const cookieOf = (lines: readonly string[]) => lines.map((line) => line.split(';')[0]).join('; ')

async function goRound(code = 'code') {
  const { accounts } = server.services
  const started = await accounts.startProvider(requestFacts(new Headers()), { provider: 'github', next: '/p/demo' })
  if (!started.ok) throw new Error(started.error.detail)
  const sent = new URL(started.value.url)
  const back = new URL(sent.searchParams.get('redirect_uri') ?? '')
  back.search = new URLSearchParams({ code, state: sent.searchParams.get('state') ?? '' }).toString()
  const answer = await accounts.handleIdentityRequest(
    new Request(back, { headers: { cookie: cookieOf(started.value.cookies) } }),
  )
  const facts = requestFacts(new Headers({ cookie: cookieOf(answer.headers.getSetCookie()) }))
  return { to: answer.headers.get('location') ?? '', person: await accounts.findSignedInPerson(facts) }
}

test('a person from GitHub is identified by number and gets the login and the primary address', async () => {
  const first = await goRound()
  expect(first).toMatchObject({ to: 'http://assay.test/p/demo', person: { name: 'octo', email: 'octo@assay.test' } })
  expect(requests).toEqual([
    'POST https://github.com/login/oauth/access_token',
    'GET https://api.github.com/user',
    'GET https://api.github.com/user/emails',
  ])
  // The address at GitHub changed; it is still the same person here.
  emails = [address('new@assay.test', true, true)]
  expect((await goRound()).person).toMatchObject({ id: first.person?.id, email: 'octo@assay.test' })
  expect(await peopleDump(server.url)).not.toContain('gho_access')
})

test('a code that GitHub refuses and an unconfirmed address do not sign anybody in', async () => {
  const problem = expect.stringMatching(/^http:\/\/assay\.test\/sign-in\?problem=provider/)
  expect(await goRound('other')).toEqual({ person: null, to: problem })
  octo.id += 1
  emails = [address('olga@assay.test', true, false)]
  expect(await goRound()).toEqual({ person: null, to: problem })
})
