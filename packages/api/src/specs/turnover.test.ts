import { addPerson, deletePerson } from '@assay/db/testing'
import { anonymous, personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

let server: TestServer
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  const { project } = await server.addProject('lab')
  for (const [name, role] of [
    ['olga', 'author'],
    ['vic', 'viewer'],
    ['max', 'owner'],
    ['nina', 'author'],
  ] as const) {
    ids.set(name, await addPerson(server.url, name, { organizations: { [project.organization.id]: role } }))
  }
})
afterAll(() => server.stop())

const idOf = (name: string) => ids.get(name) ?? ''
const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, idOf(name)) }).specs
const visitor = () => createCaller({ services: server.services, caller: anonymous }).specs

test('A15: after the accounts of all participants are deleted, names, search and a successor are still there', async () => {
  const text = '# Sums\n\n## Goals\n\nSums of doubles are the same on every machine.'
  const { name } = await as('olga').create({ project: 'lab', spec: { kind: 'functional', title: 'Sums', text } })
  const of = { project: 'lab', name }
  const act = (person: string, action: object) => as(person).act({ ...of, action })
  await act('olga', { kind: 'invite', who: { key: `person:${idOf('vic')}`, name: 'vic' } })
  const meetingAt = new Date(server.services.now().getTime() + 20 * 86_400_000).toISOString()
  await act('olga', { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1' })
  await act('vic', { kind: 'give', body: 'Use a decimal type?', anchor: { kind: 'whole' }, revision: 1 })
  await act('olga', { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'Hardware has no decimal unit.' })
  const before = await visitor().get(of)

  for (const gone of ['olga', 'vic']) await deletePerson(server.url, idOf(gone))

  const after = await visitor().get(of)
  expect(after.spec).toEqual(before.spec)
  expect([after.spec.owner.name, after.spec.feedback[0]?.giver.name]).toEqual(['olga', 'vic'])
  expect(await visitor().search({ project: 'lab', words: 'decimal', response: 'no-thank-you' })).toHaveLength(1)
  // Deleted accounts cannot sign in any more, and a maintainer assigns a new owner.
  await expect(act('olga', { kind: 'hold' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await act('max', { kind: 'hand-over', to: { key: `person:${idOf('nina')}`, name: 'nina' } })
  for (const kind of ['hold', 'close-meeting', 'resolve']) await act('nina', { kind })
  expect(await visitor().get(of)).toMatchObject({ state: 'resolved', spec: { owner: { name: 'nina' } } })
})
