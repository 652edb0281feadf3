import { addPerson } from '@assay/db/testing'
import { anonymous, personNamed } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { type Caller, resolveCaller } from '../access/resolve-access.ts'
import { createToken, formerTokenHasher, tokenHasher } from '../access/token.ts'
import type { Mail } from '../mail/mail.ts'
import { createCaller } from '../router.ts'

let server: TestServer
let owner: Caller
let at = Date.parse('2026-11-21T12:00:00Z')
const mails: Mail[] = []
const HOUR = 3_600_000

beforeAll(async () => {
  const sendMail = async (mail: Mail) => {
    mails.push(mail)
    return 'sent' as const
  }
  server = await startTestServer({ mailer: { configured: true, sendMail }, now: () => new Date(at) })
  const { project } = await server.addProject('closed', 'private')
  const id = await addPerson(server.url, 'owner', { organizations: { [project.organization.id]: 'owner' } })
  owner = personNamed('owner', id)
})
afterAll(() => server.stop())

const as = (caller: Caller) => createCaller({ services: server.services, caller })
const make = (kind: 'runner' | 'reader' | 'service', name = 'nightly') =>
  as(owner).tokens.create({ project: 'closed', kind, name })

const read = (token: string, path = '/api/v1/projects/closed/runs') =>
  server.send(path, { headers: { authorization: `Bearer ${token}`, 'user-agent': 'assay/0.1.0 (linux)' } })

const upload = (token: string) =>
  server.send(`/api/v1/runs/${crypto.randomUUID()}`, {
    method: 'PUT',
    body: JSON.stringify(exampleDocument()),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })

test('each kind of token has its scopes', async () => {
  const [runner, reader, service] = [await make('runner'), await make('reader'), await make('service')]
  expect([(await upload(runner.secret)).status, (await read(runner.secret)).status]).toEqual([201, 404])
  expect([(await upload(reader.secret)).status, (await read(reader.secret)).status]).toEqual([403, 200])
  expect([(await upload(service.secret)).status, (await read(service.secret)).status]).toEqual([201, 200])
  expect(runner.secret).toMatch(/^assay_runner_/)
})

test('a token expires after 90 days by default, and after at most 366', async () => {
  const { token } = await make('reader')
  expect(token.expiresAt).toBe('2027-02-19T12:00:00.000Z')
  const input = { project: 'closed', kind: 'reader', name: 'x' } as const
  await expect(as(owner).tokens.create({ ...input, days: 367 })).rejects.toThrow()
  expect((await as(owner).tokens.create({ ...input, days: 366 })).token.expiresAt).toBe('2027-11-22T12:00:00.000Z')
})

test('a token is shown once: no list and no audit event contains it', async () => {
  const { secret, token } = await make('reader', 'shown once')
  const listed = JSON.stringify([
    await as(owner).tokens.list({ project: 'closed' }),
    await as(owner).tokens.mine(),
    await as(owner).audit.list({ project: 'closed' }),
  ])
  expect(listed).toContain(token.id)
  expect(listed).not.toContain(secret)
  expect(listed).not.toContain(server.services.tokenHash(secret))
})

test('the list shows the last use of a token', async () => {
  const { secret, token } = await make('reader', 'watched')
  await read(secret)
  const found = (await as(owner).tokens.list({ project: 'closed' })).find(({ id }) => id === token.id)
  expect(found).toMatchObject({ lastUsedAt: '2026-11-21T12:00:00.000Z', lastUsedClient: 'assay/0.1.0 (linux)' })
})

test('a rotated token and its successor are both valid for a day, then only the new one', async () => {
  const old = await make('reader', 'replaced')
  const next = await as(owner).tokens.rotate({ project: 'closed', id: old.token.id })
  expect(next.token).toMatchObject({ name: 'replaced', scopes: ['read'] })
  expect([(await read(old.secret)).status, (await read(next.secret)).status]).toEqual([200, 200])
  at += 24 * HOUR
  expect([(await read(old.secret)).status, (await read(next.secret)).status]).toEqual([401, 200])
  at -= 24 * HOUR
  await expect(as(owner).tokens.rotate({ project: 'closed', id: old.token.id })).rejects.toThrow(/was replaced/)
})

test('responses announce the expiry of a token from 14 days before', async () => {
  const { secret, token } = await make('reader', 'ending')
  expect((await read(secret)).headers.get('assay-token-expires')).toBeNull()
  at += 76 * 24 * HOUR
  expect((await read(secret)).headers.get('assay-token-expires')).toBe(token.expiresAt)
  at -= 76 * 24 * HOUR
})

test('a revoked token is refused by the next request', async () => {
  const { secret, token } = await make('reader', 'revoked')
  expect((await read(secret)).status).toBe(200)
  await as(owner).tokens.revoke({ project: 'closed', id: token.id })
  expect((await read(secret)).status).toBe(401)
})

test('a token in a URL is refused, also escaped and where it is valid', async () => {
  const { secret } = await make('reader', 'in an address')
  const path = '/api/v1/projects/closed/runs'
  for (const query of [`?token=${secret}`, `?x=${secret.replaceAll('_', '%5F')}`]) {
    const answer = await read(secret, `${path}${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('The address contains a token')
  }
})

test('a token with any one character changed is refused without a query', async () => {
  const { secret } = await make('reader', 'misspelled')
  let requests = 0
  const { findByHash } = server.db.tokens
  server.db.tokens.findByHash = (...hashes) => {
    requests += 1
    return findByHash(...hashes)
  }
  for (let index = 0; index < secret.length; index++) {
    const wrong = secret.slice(0, index) + (secret.charAt(index) === 'x' ? 'y' : 'x') + secret.slice(index + 1)
    expect((await read(wrong)).status).toBe(401)
  }
  expect(requests).toBe(0)
  expect((await read(secret)).status).toBe(200)
  expect(requests).toBe(1)
  server.db.tokens.findByHash = findByHash
})

test('a token stored before hashes had a key works, and gets a keyed hash at its first use', async () => {
  const { addToken } = await server.addProject('closed', 'private')
  const token = await addToken(['read'])
  expect((await read(token)).status).toBe(200)
  expect(await server.db.tokens.findByHash(server.services.tokenHash(token))).not.toBeNull()
})

test('after a rotation of the secret a token works, and is stored with the new secret at its first use', async () => {
  const { secret } = await make('reader', 'rotated')
  const before = server.services.tokenHash
  const [old, tokenHash] = [
    'a secret for tests, which is no secret',
    tokenHasher('the secret that replaced it, for tests'),
  ]
  const rotated = { ...server.services, tokenHash, formerTokenHashes: formerTokenHasher(old) }
  const caller = async (services: typeof rotated) =>
    (await resolveCaller(services, requestFacts(new Headers({ authorization: `Bearer ${secret}` })))).ok
  expect(await caller({ ...rotated, formerTokenHashes: formerTokenHasher(undefined) })).toBe(false)
  expect(await caller(rotated)).toBe(true)
  expect(await server.db.tokens.findByHash(before(secret))).toBeNull()
  expect(await caller({ ...rotated, formerTokenHashes: formerTokenHasher(undefined) })).toBe(true)
})

test('reported tokens are revoked, their owners get a mail, and the response reveals nothing', async () => {
  const { secret } = await make('runner', 'found in a log')
  const report = (tokens: string[]) =>
    server.send('/api/v1/leaked-tokens', {
      method: 'POST',
      body: JSON.stringify({ tokens }),
      headers: { 'content-type': 'application/json' },
    })
  const [ours, unknown] = [await report([secret]), await report([createToken('runner')])]
  expect([ours.status, await ours.text()]).toEqual([unknown.status, await unknown.text()])
  expect((await upload(secret)).status).toBe(401)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['owner@assay.test', 'The token found in a log was found in public and revoked'],
  ])
  const { events } = await as(owner).audit.list({ project: 'closed', what: 'token.leaked' })
  expect(events).toMatchObject([{ object: { name: 'found in a log' } }])
})

test('an old sign-in cannot create tokens, and neither can an anonymous caller', async () => {
  const old = {
    ...owner,
    person: { ...(owner.kind === 'person' ? owner.person : fail()), signedInAt: '2026-11-21T11:44:00Z' },
  }
  const input = { project: 'closed', kind: 'reader', name: 'x' } as const
  await expect(as({ ...old, kind: 'person' }).tokens.create(input)).rejects.toThrow(/last 15 minutes/)
  await expect(as(anonymous).tokens.create(input)).rejects.toThrow(/Sign in/)
})

function fail(): never {
  throw new Error('the owner is a person')
}
