import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCaller } from '@assay/api/router'
import { handleScim } from '@assay/api/scim/handle-scim'
import { SERVER } from '@assay/db/open'
import { addPerson } from '@assay/db/testing'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRequestHandler } from './request-handler.ts'

// The requests of Okta and Entra ID as their documentation shows them, with their headers, over HTTP and through everything
// that stands before the use-cases: https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20 and
// https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups.

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

const OKTA = { 'user-agent': 'Okta SCIM Client 1.0.0', accept: 'application/scim+json', type: 'application/scim+json' }
const ENTRA = { 'user-agent': 'Microsoft Entra', accept: '*/*', type: 'application/scim+json; charset=utf-8' }

let server: TestServer
let owner: ReturnType<typeof createCaller>
let token: string
const http = createServer()

beforeAll(async () => {
  server = await startTestServer()
  const scim = getRequestListener((request) => handleScim(request, server.services))
  const handle = createRequestHandler(server.services, {
    answerApi: scim,
    answerPage: scim,
    readFrameAncestors: async () => "'self'",
    proxies: 'ours',
    isDevelopment: false,
  })
  http.on('request', (request, response) => void handle(request, response))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  owner = createCaller({
    services: server.services,
    caller: personNamed('olga', await addPerson(server.url, 'olga')),
  })
  await owner.organizations.create({ slug: 'lab', name: 'lab' })
  ;({ secret: token } = await owner.identityProvider.createScimToken({ organization: 'lab' }))
  const { identityProviders, organizations } = server.db
  const id = (await organizations.findBySlug('lab'))?.id ?? ''
  await identityProviders.addDomain(id, { domain: 'example.org', txtValue: 'x' }, SERVER)
  await identityProviders.verifyDomain(id, { domain: 'example.org', as: 'operator', at: new Date() }, SERVER)
})
afterAll(async () => {
  http.close()
  http.closeAllConnections()
  await server.stop()
})

async function send(client: typeof OKTA, method: string, path: string, body?: object) {
  // A listening server has an address with a port.
  const { port } = http.address() as AddressInfo
  const { type, ...headers } = client
  const answer = await fetch(`http://127.0.0.1:${port}/api/scim/v2${path}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: text === '' ? null : JSON.parse(text),
  }
}

const members = async () => (await owner.members.list({ organization: 'lab' })).members.map(({ name }) => name)

test('Okta finds nobody, creates a user, updates it, disables it and enables it again', async () => {
  const query = `/Users?filter=${encodeURIComponent('userName eq "test.user@example.org"')}&startIndex=1&count=100`
  const none = await send(OKTA, 'GET', query)
  expect(none).toMatchObject({ status: 200, body: { schemas: [LIST], totalResults: 0, startIndex: 1, Resources: [] } })
  expect(none.type).toMatch(/^application\/scim\+json/)
  const user = {
    schemas: [USER],
    userName: 'test.user@example.org',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@example.org', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  const created = await send(OKTA, 'POST', '/Users', user)
  expect(created).toMatchObject({
    status: 201,
    body: { userName: user.userName, active: true, meta: { resourceType: 'User' } },
  })
  expect(created.body).not.toHaveProperty('password')
  expect(await members()).toContain('Test User')
  const { id } = created.body
  expect(await send(OKTA, 'POST', '/Users', user)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  expect(await send(OKTA, 'GET', `/Users/${id}`)).toMatchObject({ status: 200, body: { id, active: true } })
  const updated = await send(OKTA, 'PUT', `/Users/${id}`, {
    ...user,
    id,
    displayName: 'Another User',
    meta: created.body.meta,
  })
  expect(updated).toMatchObject({ status: 200, body: { id, displayName: 'Another User' } })
  const setActive = (active: boolean) => ({ schemas: [PATCH_OP], Operations: [{ op: 'replace', value: { active } }] })
  expect(await send(OKTA, 'PATCH', `/Users/${id}`, setActive(false))).toMatchObject({
    status: 200,
    body: { active: false },
  })
  expect(await members()).not.toContain('Test User')
  expect(await send(OKTA, 'PATCH', `/Users/${id}`, setActive(true))).toMatchObject({
    status: 200,
    body: { active: true },
  })
  expect(await members()).toContain('Test User')
  expect(await send(OKTA, 'GET', '/Users?startIndex=1&count=2')).toMatchObject({
    status: 200,
    body: { totalResults: 1 },
  })
})

test('Entra ID tests the connection, creates a user, changes attributes, disables it and deletes it', async () => {
  const nobody = encodeURIComponent('userName eq "7e6b1d0c-not-there"')
  expect(await send(ENTRA, 'GET', `/Users?filter=${nobody}`)).toMatchObject({ status: 200, body: { totalResults: 0 } })
  const user = {
    schemas: [USER, ENTERPRISE],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Rosa_Entra@example.org',
    active: true,
    emails: [{ primary: true, type: 'work', value: 'rosa@example.org' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Rosa Entra', familyName: 'Entra', givenName: 'Rosa' },
    roles: [],
    [ENTERPRISE]: { department: 'Sales', manager: '1' },
  }
  const created = await send(ENTRA, 'POST', '/Users', user)
  expect(created).toMatchObject({ status: 201, body: { userName: user.userName, externalId: user.externalId } })
  const { id } = created.body
  const byExternalId = encodeURIComponent(`externalId eq "${user.externalId}"`)
  expect(await send(ENTRA, 'GET', `/Users?filter=${byExternalId}`)).toMatchObject({ body: { Resources: [{ id }] } })
  const several = {
    schemas: [PATCH_OP],
    Operations: [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'rosa.new@example.org' },
      { op: 'Replace', path: 'name.familyName', value: 'Renamed' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Research' },
    ],
  }
  expect((await send(ENTRA, 'PATCH', `/Users/${id}`, several)).status).toBe(200)
  expect(await send(ENTRA, 'GET', `/Users/${id}`)).toMatchObject({
    body: { emails: [{ value: 'rosa.new@example.org' }], name: { formatted: expect.any(String) } },
  })
  // Entra ID sends booleans as text unless its flag for the standard is set.
  const disable = { schemas: [PATCH_OP], Operations: [{ op: 'Replace', path: 'active', value: 'False' }] }
  expect(await send(ENTRA, 'PATCH', `/Users/${id}`, disable)).toMatchObject({ status: 200, body: { active: false } })
  expect((await send(ENTRA, 'DELETE', `/Users/${id}`)).status).toBe(204)
  expect(await send(ENTRA, 'GET', `/Users/${id}`)).toMatchObject({
    status: 404,
    body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' },
  })
})

test('a client finds out what the server can do', async () => {
  for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas']) {
    expect((await send(OKTA, 'GET', path)).status, path).toBe(200)
  }
  expect((await send(OKTA, 'GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true },
  })
  expect(await send(OKTA, 'GET', '/Groups')).toMatchObject({ status: 200, body: { totalResults: 0 } })
})
