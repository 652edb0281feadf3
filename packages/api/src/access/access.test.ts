import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToken } from './token.ts'

let server: TestServer
let open: Awaited<ReturnType<TestServer['addProject']>>
let closed: Awaited<ReturnType<TestServer['addProject']>>

beforeAll(async () => {
  server = await startTestServer()
  open = await server.addProject('open')
  closed = await server.addProject('closed', 'private')
})
afterAll(() => server.stop())

const read = (project: string, token?: string) =>
  server.send(
    `/api/v1/projects/${project}/runs`,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  )

const upload = (token: string) =>
  server.send(`/api/v1/runs/${crypto.randomUUID()}`, {
    method: 'PUT',
    body: JSON.stringify(exampleDocument()),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })

test('anyone can read a public project; a private one looks like a missing one', async () => {
  expect((await read('open')).status).toBe(200)
  const [hidden, missing] = [await read('closed'), await read('nowhere')]
  expect([hidden.status, missing.status]).toEqual([404, 404])
  const [a, b] = [await hidden.text(), await missing.text()]
  expect(a.replaceAll('closed', 'X')).toBe(b.replaceAll('nowhere', 'X'))
})

test('the list of projects shows a private project only to a caller who can read it', async () => {
  const names = async (token?: string) => {
    const answer = await server.send(
      '/api/v1/projects',
      token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
    )
    return ((await answer.json()) as { projects: { slug: string }[] }).projects.map(({ slug }) => slug)
  }
  expect(await names()).toEqual(['open'])
  expect(await names(closed.token)).toEqual(['closed', 'open'])
})

test('a token gives access to its own private project and to no other', async () => {
  expect((await read('closed', closed.token)).status).toBe(200)
  expect((await read('closed', open.token)).status).toBe(404)
})

test('a token without the scope upload gets an error that names the scope; one without read sees no private project', async () => {
  const readToken = await closed.addToken(['read'])
  const runner = await closed.addToken(['upload'])
  expect((await upload(readToken)).status).toBe(403)
  expect((await upload(runner)).status).toBe(201)
  expect((await read('closed', runner)).status).toBe(404)
})

test('an unknown, misspelled, expired or revoked token gets 401, also where no token is needed', async () => {
  const expired = await open.addToken(['read', 'upload'], '2026-11-21T11:59:59Z')
  const alive = await open.addToken(['read', 'upload'], '2026-11-21T12:00:01Z')
  expect((await read('open', createToken('runner'))).status).toBe(401)
  expect((await read('open', `${open.token.slice(0, -1)}!`)).status).toBe(401)
  expect((await read('open', expired)).status).toBe(401)
  expect((await read('open', alive)).status).toBe(200)
})

test('an Authorization header of another scheme, as a proxy sends it, is ignored; an empty bearer token gets 401', async () => {
  const status = async (project: string, authorization: string) =>
    (await server.send(`/api/v1/projects/${project}/runs`, { headers: { authorization } })).status
  expect(await status('open', 'Basic dXNlcjpwYXNz')).toBe(200)
  expect(await status('closed', 'Basic dXNlcjpwYXNz')).toBe(404)
  expect(await status('open', 'Bearer')).toBe(401)
  expect(await status('open', 'Bearer a b')).toBe(401)
})

test('runs of another project are not reachable by id', async () => {
  const stored = (await (await upload(closed.token)).json()) as { runId: string }
  const answer = await server.send(`/api/v1/projects/open/runs/${stored.runId}`, {
    headers: { authorization: `Bearer ${closed.token}` },
  })
  expect(answer.status).toBe(404)
})
