import { addPerson } from '@assay/db/testing'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

const TEXT = '# Exact sums\n\n## Goals\n\nSums must not differ\nbetween machines.'

let server: TestServer
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  const { project } = await server.addProject('lab')
  for (const [name, role] of [
    ['olga', 'author'],
    ['vic', 'viewer'],
  ] as const) {
    ids.set(name, await addPerson(server.url, name, { organizations: { [project.organization.id]: role } }))
  }
})
afterAll(() => server.stop())

const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) })
const act = (name: string, action: object, who = 'olga', once?: string) =>
  as(who).specs.act({ project: 'lab', name, action, once })
const read = (name: string) => as('olga').specs.get({ project: 'lab', name })

async function suggested(suggestion: string, quote = 'must not differ between'): Promise<string> {
  const spec = { kind: 'functional', title: 'Exact sums', text: TEXT }
  const { name } = await as('olga').specs.create({ project: 'lab', spec })
  await act(name, { kind: 'invite', who: { key: `person:${ids.get('vic')}`, name: 'vic' } })
  const meetingAt = new Date(server.services.now().getTime() + 15 * 86_400_000).toISOString()
  await act(name, { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1' })
  const anchor = { kind: 'range', block: 'b3', quote }
  await act(name, { kind: 'give', body: 'Say it plainly.', anchor, revision: 1, suggestion }, 'vic')
  return name
}

test('an accepted suggestion is a revision, in which the comment is done', async () => {
  const name = await suggested('are equal on all')
  const accept = { kind: 'accept-suggestion', feedback: 1 }
  await expect(act(name, accept, 'vic')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await act(name, accept)
  const { spec, revision, missing } = await read(name)
  expect(revision).toMatchObject({
    ...{ number: 2, text: '# Exact sums\n\n## Goals\n\nSums are equal on all machines.' },
    note: 'F-1: words suggested by vic',
  })
  expect(spec.feedback[0]?.responses).toMatchObject([{ kind: 'good-point', carriedBy: 2, by: { name: 'olga' } }])
  expect(missing).toEqual([])
  await expect(act(name, accept)).rejects.toThrow('closed already')
})

test('a suggestion for words that were edited is refused, and nothing is stored', async () => {
  const name = await suggested('are equal on all')
  const revision = { base: 1, title: 'Exact sums', note: 'softer', text: TEXT.replace('must not', 'should not') }
  await as('olga').specs.revise({ project: 'lab', name, revision })
  await expect(act(name, { kind: 'accept-suggestion', feedback: 1 })).rejects.toThrow('edited since')
  expect((await read(name)).spec).toMatchObject({ revision: 2, feedback: [{ responses: [] }] })
})

test('a suggestion needs selected words and other ones', async () => {
  await expect(suggested('Sums', 'Sums')).rejects.toThrow('by others')
  const name = await suggested('are equal on all')
  const whole = { kind: 'give', body: 'No.', anchor: { kind: 'whole' }, revision: 1, suggestion: 'Yes.' }
  await expect(act(name, whole, 'vic')).rejects.toThrow('selected words')
  await expect(act(name, { kind: 'accept-suggestion', feedback: 7 })).rejects.toThrow('There is no F-7')
})
