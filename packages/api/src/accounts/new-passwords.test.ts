import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterEach, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { ensureSetUpCode } from './set-up-code.ts'

let server: TestServer
afterEach(() => server.stop())

const from = (address: string) => requestFacts(new Headers({ 'x-assay-client-address': address }))

/** A server with an owner. */
async function open(signUp: 'open' | 'invited', limits: string) {
  server = await startTestServer({ limits, now: () => new Date(), people: { ASSAY_SIGN_UP: signUp } })
  const { accounts } = server.services
  const code = ensureSetUpCode(server.directory)
  const owner = { name: 'Olga', email: 'olga@assay.test', password: 'orbit-salad-4-tunnel', code }
  expect(await accounts.setUp(from('192.0.2.9'), owner)).toMatchObject({ ok: true })
  return accounts
}

/** Strengths of long texts of digits take longest to compute. */
const WEAK = '1'.repeat(128)
const ada = { name: 'Ada', email: 'ada@assay.test', password: WEAK, invitation: '' }
const isWeak = { error: { places: [{ pointer: '/password' }] } }

test('the strength of a password is computed only for people who may sign up', async () => {
  const accounts = await open('invited', 'off')
  expect(await accounts.signUp(from('192.0.2.1'), ada)).toMatchObject({ error: { code: 'role-missing' } })
  expect(await accounts.signUp(from('192.0.2.1'), { ...ada, invitation: 'guess' })).toMatchObject({
    error: { code: 'role-missing' },
  })
})

test('strengths are computed within a budget of the address, which weak passwords use up', async () => {
  const accounts = await open('open', 'password-check.address=2/h')
  const [one, other] = [from('192.0.2.1'), from('192.0.2.2')]
  expect(await accounts.signUp(one, ada)).toMatchObject(isWeak)
  expect(await accounts.resetPassword(one, { token: 'guess', password: WEAK })).toMatchObject(isWeak)
  const many = { error: { code: 'too-many-requests' } }
  expect(await accounts.signUp(one, ada)).toMatchObject(many)
  expect(await accounts.resetPassword(one, { token: 'guess', password: WEAK })).toMatchObject(many)
  expect(await accounts.signUp(other, ada)).toMatchObject(isWeak)
})
