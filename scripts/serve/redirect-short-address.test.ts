import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addPerson } from '@assay/db/testing'
import type { Visibility } from '@assay/db/types'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redirectShortAddress } from './redirect-short-address.ts'

let lab: TestServer
let origin = ''
const server = createServer(async (request, response) => {
  if (!(await redirectShortAddress(lab.services, request, response))) response.writeHead(200).end()
})

beforeAll(async () => {
  lab = await startTestServer()
  const add = (organization: string, slug: string, visibility: Visibility) =>
    lab.db.projects.ensure({ organization, slug, name: slug, description: '', visibility })
  const { organization } = await add('fir', 'open', 'public')
  await add('fir', 'closed', 'private')
  await add('oak', 'open', 'public')
  await add('oak', 'closed', 'public')
  const id = await addPerson(lab.url, 'ada', { organizations: { [organization.id]: 'owner' } })
  lab.services.accounts = {
    ...lab.services.accounts,
    findSignedInPerson: async ({ headers }) =>
      headers.get('cookie') === 'who=ada'
        ? { id, name: 'ada', email: 'ada@assay.test', sessionId: id, signedInAt: '2026-11-24T00:00:00Z' }
        : null,
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await lab.stop()
})

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(origin + path, { redirect: 'manual', ...init })
  return [answer.status, answer.headers.get('location')]
}
const ada = { headers: { cookie: 'who=ada' } }

test('an address of earlier versions leads for good to the project that had the name first', async () => {
  expect(await ask('/p/open')).toEqual([308, '/o/fir/p/open'])
  expect(await ask('/p/open/compare?a=%2Fp%2Fx&b=1')).toEqual([308, '/o/fir/p/open/compare?a=%2Fp%2Fx&b=1'])
  expect(await ask('/p/open?x', { method: 'HEAD' })).toEqual([308, '/o/fir/p/open?x'])
  expect(await ask('/p/closed/specs/FS-1', ada)).toEqual([308, '/o/fir/p/closed/specs/FS-1'])
})

test('a token opens the project of its own organization', async () => {
  const { project, token } = await lab.addProject('open', 'private')
  expect(project.organization.slug).toBe('lab')
  const headers = { authorization: `Bearer ${token}` }
  expect(await ask('/p/open/specs/FS-1', { headers })).toEqual([308, '/o/lab/p/open/specs/FS-1'])
  expect(await ask('/p/open', { headers: { authorization: 'Bearer wrong' } })).toEqual([200, null])
})

test('a project that the caller cannot read is answered as one that does not exist', async () => {
  for (const path of ['/p/closed', '/p/closed/runs', '/p/nothing']) expect(await ask(path)).toEqual([200, null])
  expect(await ask('/p/nothing', ada)).toEqual([200, null])
})

test('the path of the folder of pages leads to the address of its project, whether there is one or not', async () => {
  expect(await ask('/p/oak~closed/runs?a=1')).toEqual([308, '/o/oak/p/closed/runs?a=1'])
  expect(await ask('/p/fir~closed')).toEqual([308, '/o/fir/p/closed'])
  expect(await ask('/p/none~none')).toEqual([308, '/o/none/p/none'])
})

test('other addresses and methods are left alone', async () => {
  for (const path of ['/', '/p', '/p/', '/p/A', '/p//evil.test', '/o/fir/p/open', '/x/p/open', '/p/open~', '/p/a~b~c'])
    expect(await ask(path), path).toEqual([200, null])
  expect(await ask('/p/open', { method: 'POST' })).toEqual([200, null])
})
