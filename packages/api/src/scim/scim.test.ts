import { SERVER } from '@assay/db/open'
import { addPerson, directoryActions, peopleDump } from '@assay/db/testing'
import type { MemberRole } from '@assay/db/types'
import { personNamed } from '@assay/testing/server/callers'
import { ada, DISABLING, patch, SCHEMAS, verifyDomain } from '@assay/testing/server/scim-requests'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCaller } from '../router.ts'
import { handleScim } from './handle-scim.ts'

let server: TestServer
let token: string
let organizationId: string
let owner: ReturnType<typeof createCaller>
beforeEach(async () => {
  server = await startTestServer()
  owner = await ownerOf('lab', 'olga')
  ;({ secret: token } = await owner.identityProvider.createScimToken({ organization: 'lab' }))
  organizationId = (await server.db.organizations.findBySlug('lab'))?.id ?? ''
  await verifyDomain(server, 'lab', 'example.org')
})
afterEach(() => server.stop())

async function ownerOf(slug: string, name: string) {
  const caller = createCaller({
    services: server.services,
    caller: personNamed(name, await addPerson(server.url, name)),
  })
  await caller.organizations.create({ slug, name: slug })
  return caller
}

async function send(method: string, path: string, body?: object, authorization = `Bearer ${token}`) {
  const response = await handleScim(
    new Request(`http://assay.test/api/scim/v2${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/scim+json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    server.services,
  )
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
}

async function roles(): Promise<Record<string, MemberRole>> {
  const { members } = await owner.members.list({ organization: 'lab' })
  return Object.fromEntries(members.map(({ name, role }) => [name, role]))
}

test('a user is created as a member with an account, found by filters, and read back', async () => {
  const made = await send('POST', '/Users', ada())
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe(`http://assay.test/api/scim/v2/Users/${made.body.id}`)
  expect(made.body).toMatchObject({
    schemas: SCHEMAS,
    userName: 'Ada@example.org',
    displayName: 'Ada Love',
    active: true,
  })
  expect(made.body).not.toHaveProperty('title')
  expect(await roles()).toEqual({ olga: 'owner', 'Ada Love': 'viewer' })
  const found = [
    'userName eq "ADA@EXAMPLE.ORG"',
    'externalId eq "00u1"',
    `id eq "${made.body.id}"`,
    'emails.value eq "ada@example.org"',
  ]
  for (const filter of found) {
    const { body } = await send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect(body, filter).toMatchObject({ totalResults: 1, itemsPerPage: 1, Resources: [{ id: made.body.id }] })
  }
  expect((await send('GET', '/Users?filter=userName%20eq%20"bob"')).body).toMatchObject({
    totalResults: 0,
    Resources: [],
  })
  expect((await send('GET', '/Users?filter=userName%20sw%20"a"')).body).toMatchObject({
    status: '400',
    scimType: 'invalidFilter',
  })
  expect((await send('GET', '/Users?startIndex=2&count=1')).body).toMatchObject({
    totalResults: 1,
    startIndex: 2,
    Resources: [],
  })
  expect((await send('GET', `/Users/${made.body.id}`)).body).toEqual(made.body)
  expect(await send('POST', '/Users', ada({ externalId: 'other' }))).toMatchObject({
    status: 409,
    body: { scimType: 'uniqueness' },
  })
  const actions = (await directoryActions(server.url)).map(({ action }) => action)
  expect(actions.slice(-3)).toEqual(['person.signed-up', 'member.added', 'scim-user.created'])
})

test.each(DISABLING.map((operations) => [JSON.stringify(operations.Operations), operations] as const))(
  'a disabled user loses the membership, the tokens and the sessions, and gets the role back: %s',
  async (_, disable) => {
    const { body: user } = await send('POST', '/Users', ada())
    const found = await server.db.accounts.findByEmail('ada@example.org')
    const personId = found?.id ?? ''
    await owner.members.setRole({ organization: 'lab', personId, role: 'maintainer' })
    const caller = createCaller({ services: server.services, caller: personNamed('Ada Love', personId) })
    await caller.projects.create({ organization: 'lab', slug: 'nightly', name: 'Nightly', visibility: 'internal' })
    await caller.tokens.create({ project: 'nightly', kind: 'reader', name: 'ci' })
    const disabled = await send('PATCH', `/Users/${user.id}`, disable)
    expect(disabled).toMatchObject({
      status: 200,
      body: { active: false, userName: 'Ada@example.org', displayName: 'Ada Love' },
    })
    expect(await roles()).toEqual({ olga: 'owner' })
    await expect(caller.organizations.get({ organization: 'lab' })).rejects.toThrow()
    const tokens = await owner.tokens.list({ project: 'nightly' })
    expect(tokens.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
    // The same change again changes nothing.
    expect((await send('PATCH', `/Users/${user.id}`, disable)).status).toBe(200)
    await send('PATCH', `/Users/${user.id}`, patch({ op: 'replace', path: 'active', value: true }))
    expect(await roles()).toEqual({ olga: 'owner', 'Ada Love': 'maintainer' })
  },
)

test('PUT replaces, DELETE removes the member and keeps the account', async () => {
  const { body: user } = await send('POST', '/Users', ada())
  const put = await send('PUT', `/Users/${user.id}`, ada({ displayName: 'Countess', externalId: undefined }))
  expect(put.body).toMatchObject({ displayName: 'Countess', id: user.id })
  expect(put.body).not.toHaveProperty('externalId')
  const renamed = patch(
    { op: 'replace', path: 'name.familyName', value: 'King' },
    { op: 'add', path: 'emails[type eq "work"].value', value: 'king@example.org' },
  )
  expect((await send('PATCH', `/Users/${user.id}`, renamed)).body).toMatchObject({
    emails: [{ value: 'king@example.org' }],
  })
  expect((await send('DELETE', `/Users/${user.id}`)).status).toBe(204)
  expect((await send('DELETE', `/Users/${user.id}`)).status).toBe(404)
  expect(await roles()).toEqual({ olga: 'owner' })
  expect(await server.db.accounts.findByEmail('ada@example.org')).not.toBeNull()
})

test('a directory has a say about addresses of its verified domains and its own users only', async () => {
  expect(await send('POST', '/Users', ada({ emails: [{ value: 'ada@elsewhere.org' }] }))).toMatchObject({
    status: 400,
    body: { scimType: 'invalidValue' },
  })
  expect((await send('POST', '/Users', ada({ userName: 'ada', emails: [] }))).status).toBe(400)
  // Somebody signed up with the address and never confirmed it.
  const account = { email: 'eve@example.org', name: 'Eve', emailVerified: false, passwordHash: 'x' }
  await server.db.accounts.add(account, SERVER)
  expect((await send('POST', '/Users', ada({ userName: 'eve', emails: [{ value: 'eve@example.org' }] }))).status).toBe(
    409,
  )
  const { body: user } = await send('POST', '/Users', ada())
  expect(
    (
      await send(
        'PATCH',
        `/Users/${user.id}`,
        patch({ op: 'replace', path: 'emails', value: [{ value: 'a@elsewhere.org' }] }),
      )
    ).status,
  ).toBe(400)

  const other = await ownerOf('other', 'otto')
  const { secret } = await other.identityProvider.createScimToken({ organization: 'other' })
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', ada()],
    ['PATCH', DISABLING[0]],
    ['DELETE', undefined],
  ] as const) {
    expect((await send(method, `/Users/${user.id}`, body, `Bearer ${secret}`)).status, method).toBe(404)
  }
  expect((await send('GET', '/Users', undefined, `Bearer ${secret}`)).body.totalResults).toBe(0)
  expect(await roles()).toMatchObject({ 'Ada Love': 'viewer' })
})

test('the last owner is not removed, and a restored owner becomes a maintainer', async () => {
  await verifyDomain(server, 'lab', 'assay.test')
  const { body: user } = await send('POST', '/Users', { userName: 'olga@assay.test' })
  expect(await send('PATCH', `/Users/${user.id}`, DISABLING[0])).toMatchObject({ status: 409 })
  expect((await send('GET', `/Users/${user.id}`)).body.active).toBe(true)
  expect((await send('DELETE', `/Users/${user.id}`)).status).toBe(409)
  expect(await roles()).toEqual({ olga: 'owner' })
})

test('without the token nothing answers; a replaced or removed one ends at once, and only its hash is stored', async () => {
  for (const authorization of ['', 'Bearer', `Bearer ${token}x`, `Basic ${token}`, 'Bearer assay_scim_x']) {
    expect((await send('GET', '/Users', undefined, authorization)).status, authorization).toBe(401)
  }
  expect(await peopleDump(server.url)).not.toContain(token)
  const { secret } = await owner.identityProvider.createScimToken({ organization: 'lab' })
  expect((await send('GET', '/Users')).status).toBe(401)
  token = secret
  expect((await send('GET', '/Users')).status).toBe(200)
  for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas', '/Groups']) {
    expect((await send('GET', path)).status, path).toBe(200)
  }
  expect((await send('GET', '/Users/a/b')).status).toBe(404)
  expect((await send('POST', '/Groups', {})).status).toBe(404)
  await owner.identityProvider.removeScimToken({ organization: 'lab' })
  expect((await send('GET', '/Users')).status).toBe(401)
})

test('bodies that are not users are refused with the reason', async () => {
  const { body: user } = await send('POST', '/Users', ada())
  const wrong = [
    patch(),
    patch({ op: 'move', path: 'active' }),
    patch({ op: 'remove', path: 'userName' }),
    patch({ op: 'replace', path: 'active', value: 'perhaps' }),
    patch({ op: 'replace', value: 'active' }),
    patch({ op: 'replace', path: 'userName.x', value: 'b' }),
    {},
  ]
  for (const body of wrong)
    expect((await send('PATCH', `/Users/${user.id}`, body)).status, JSON.stringify(body)).toBe(400)
  expect(
    (await send('PATCH', `/Users/${user.id}`, patch({ op: 'add', path: 'title', value: 'Countess' }))).status,
  ).toBe(200)
  expect((await send('POST', '/Users', { userName: 'x'.repeat(300) })).status).toBe(400)
  expect((await send('POST', '/Users', { userName: 'a@example.org', title: 'x'.repeat(70_000) })).status).toBe(413)
})

test('with a directory, a first sign-in by the provider creates no members, and a disabled person cannot sign in', async () => {
  const { identityProviders } = server.db
  const stored = {
    name: 'P',
    protocol: 'oidc' as const,
    issuer: 'https://p.test',
    clientId: 'c',
    clientSecretSealed: 'x',
    defaultRole: 'author' as const,
  }
  await identityProviders.save(organizationId, stored, SERVER)
  const provider = await identityProviders.findByOrganization('lab')
  if (provider === null) throw new Error('it was saved')
  const signIn = (email: string, subject: string) =>
    identityProviders.admit(provider, { email, subject, name: 'Somebody', signedInAs: null }, SERVER)
  expect(await signIn('new@example.org', 'new')).toEqual({ outcome: 'not-a-member' })
  const { body: user } = await send('POST', '/Users', ada())
  expect(await roles()).toMatchObject({ 'Ada Love': 'author' })
  expect(await signIn('ada@example.org', 'ada')).toMatchObject({ outcome: 'admitted' })
  await send('PATCH', `/Users/${user.id}`, DISABLING[0])
  expect(await signIn('ada@example.org', 'ada')).toEqual({ outcome: 'not-a-member' })
  // After a removal another person can have the address.
  await send('DELETE', `/Users/${user.id}`)
  await send('POST', '/Users', ada())
  expect(await signIn('ada@example.org', 'another')).toMatchObject({ outcome: 'admitted' })
})

test('the same user sent twice at once is created once', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => send('POST', '/Users', ada())))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await roles()).toEqual({ olga: 'owner', 'Ada Love': 'viewer' })
})

test('every change is in the audit log of the organization, by the directory', async () => {
  const { body: user } = await send('POST', '/Users', ada())
  await send('PATCH', `/Users/${user.id}`, DISABLING[0])
  await send('DELETE', `/Users/${user.id}`)
  const { events } = await owner.organizations.audit({ organization: 'lab' })
  const actions = events.filter(({ by }) => by.name === 'SCIM').map(({ action }) => action)
  expect(actions.toReversed()).toEqual([
    'member.added',
    'scim-user.created',
    'member.removed',
    'scim-user.changed',
    'scim-user.removed',
  ])
})

test('a token that is reported as public ends at once, its owners get a mail, and the directory remains', async () => {
  const report = () =>
    server.send('/api/v1/leaked-tokens', {
      method: 'POST',
      body: JSON.stringify({ tokens: [token] }),
      headers: { 'content-type': 'application/json' },
    })
  const mails: { to: unknown; subject: unknown }[] = []
  server.services.mail = {
    ...server.services.mail,
    configured: true,
    async sendMail(mail) {
      mails.push(mail)
      return 'sent'
    },
  }
  expect((await report()).status).toBe(200)
  expect((await send('GET', '/Users')).status).toBe(401)
  expect(mails.map(({ subject }) => subject)).toEqual(['The SCIM token of lab was found in public and revoked'])
  expect((await report()).status).toBe(200)
  expect(mails).toHaveLength(1)
  const actions = (await directoryActions(server.url)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'scim-token.leaked')).toHaveLength(1)
  // The organization still has a directory, so a first sign-in by its provider creates no member.
  expect(await server.db.scim.tokenState(organizationId)).toMatchObject({ leakedAt: expect.any(String) })
  ;({ secret: token } = await owner.identityProvider.createScimToken({ organization: 'lab' }))
  expect(await server.db.scim.tokenState(organizationId)).toMatchObject({ leakedAt: null })
  expect((await send('GET', '/Users')).status).toBe(200)
})
