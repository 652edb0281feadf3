// A request that a program sends again with the same Idempotency-Key is stored once.

import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'

const TEXT = '# Sums\n\nSums of doubles are the same on every machine.'
const SPEC = { kind: 'functional', title: 'Sums', text: TEXT }

let server: TestServer
let token: string
let second: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.addProject('lab')).token
  second = (await server.addProject('other')).token
})
afterAll(() => server.stop())

async function post(path: string, body: object, key?: string, by = token) {
  const project = by === token ? 'lab' : 'other'
  const answer = await server.send(`/api/v1/projects/${project}/specs${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${by}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: Object(await answer.json()) }
}
const give = (words: string, revision = 1) => ({
  ...{ kind: 'give', body: words, anchor: { kind: 'whole' }, revision, giver: 'Vera', source: 'in-person' },
})
const feedbackOf = async (name: string): Promise<unknown[]> => {
  const answer = await server.send(`/api/v1/projects/lab/specs/${name}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return Object(await answer.json()).feedback
}

test('a spec, a comment and a revision that are sent again with their key are stored once', async () => {
  const [first, again] = await Promise.all([post('', SPEC, 'begin'), post('', SPEC, 'begin')])
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  const { name } = first.body
  const points = await Promise.all([1, 2, 3].map(() => post(`/${name}/actions`, give('Why?'), 'point-1')))
  expect(points.map(({ status }) => status)).toEqual([200, 200, 200])
  // A key in quotation marks, as the draft RFC writes it, is the same key.
  expect((await post(`/${name}/actions`, give('Why?'), '"point-1"')).status).toBe(200)
  expect(await feedbackOf(name)).toHaveLength(1)
  const revision = { base: 1, title: 'Sums', text: `${TEXT} Always.`, note: 'more' }
  const stored = [await post(`/${name}/revisions`, revision, 'r'), await post(`/${name}/revisions`, revision, 'r')]
  expect(stored.map(({ body }) => body)).toMatchObject([
    { outcome: 'saved', revision: 2 },
    { outcome: 'saved', revision: 2 },
  ])
  await post(`/${name}/actions`, give('Why?'))
  expect(await feedbackOf(name)).toHaveLength(2)
})

test('the same key with another body or another address is refused, and stores nothing', async () => {
  const { name } = (await post('', SPEC, 'one')).body
  const other = (await post('', SPEC, 'two')).body.name
  await post(`/${name}/actions`, give('Why?'), 'k')
  const refused = await post(`/${name}/actions`, give('How?'), 'k')
  expect(refused).toMatchObject({ status: 422, body: { code: 'key-reused' } })
  expect(refused.body.detail).toContain('Send a new request with a new key')
  expect((await post(`/${other}/actions`, give('Why?'), 'k')).body).toMatchObject({ code: 'key-reused' })
  expect((await post('', { ...SPEC, title: 'Others' }, 'one')).body).toMatchObject({ code: 'key-reused' })
  expect(await feedbackOf(name)).toHaveLength(1)
  expect(await feedbackOf(other)).toHaveLength(0)
  // Keys belong to a token, so another token can use the same key.
  expect((await post('', { ...SPEC, title: 'Others' }, 'one', second)).status).toBe(201)
})

test('a refused request can be corrected and sent again with its key', async () => {
  const { name } = (await post('', SPEC)).body
  expect((await post(`/${name}/actions`, give('Why?', 7), 'later')).status).toBe(422)
  expect((await post(`/${name}/actions`, give('Why?', 1), 'later')).status).toBe(200)
  expect((await post(`/${name}/actions`, give('Why?'), 'two words')).body).toMatchObject({ code: 'query-invalid' })
  expect((await post(`/${name}/actions`, give('Why?'), 'x'.repeat(256))).body).toMatchObject({ code: 'query-invalid' })
})

test('a file that is sent again with its key creates one spec, with its history', async () => {
  const file = '# A text\n\nWords.'
  const made = [await post('/import', { file }, 'file'), await post('/import', { file }, 'file')]
  expect(made[1]?.body).toEqual(made[0]?.body)
  const answer = await server.send(`/api/v1/projects/lab/specs/${made[0]?.body.name}/export?format=markdown`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const whole = await answer.text()
  const brought = [await post('/import', { file: whole }, 'whole'), await post('/import', { file: whole }, 'whole')]
  expect(brought[0]?.body).toMatchObject({ brought: 'whole' })
  expect(brought[1]?.body).toEqual(brought[0]?.body)
})

test('the OpenAPI document lists the key at every operation that accepts it', async () => {
  const { paths } = Object(await openApiDocument('https://assay.test'))
  const taking = Object.values<Record<string, { operationId: string; parameters?: { name: string }[] }>>(paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
  expect(taking.map(({ operationId }) => operationId).sort()).toEqual([
    'actOnSpec',
    'createSpec',
    'importSpec',
    'importSpecRevision',
    'reviseSpec',
  ])
})
