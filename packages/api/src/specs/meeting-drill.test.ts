import { addPerson } from '@assay/db/testing'
import { agendaOf } from '@assay/domain/specs/meeting/agenda'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

const ITEMS = 40
const TEXT = Array.from({ length: ITEMS }, (_, at) => `## Function ${at}\n\nIt returns rows in the order ${at}.`).join(
  '\n\n',
)

let server: TestServer
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  const { project } = await server.addProject('lab')
  for (const [name, role] of [
    ['olga', 'author'],
    ['vic', 'viewer'],
    ['sam', 'viewer'],
  ] as const) {
    ids.set(name, await addPerson(server.url, name, { organizations: { [project.organization.id]: role } }))
  }
})
afterAll(() => server.stop())

const referenceTo = (name: string) => ({ key: `person:${ids.get(name)}`, name })
const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) }).specs

test('A10: 40 open comments are answered in the order of the text by an author and a scribe at once, and none is lost', async () => {
  const spec = { kind: 'functional', title: 'Functions', text: `# Functions\n\n${TEXT}` }
  const { name } = await as('olga').create({ project: 'lab', spec })
  const act = (person: string, action: object) => as(person).act({ project: 'lab', name, action })
  await act('olga', { kind: 'invite', who: referenceTo('vic') })
  const meetingAt = new Date(server.services.now().getTime() + 15 * 86_400_000).toISOString()
  await act('olga', { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1', scribe: referenceTo('sam') })
  const { blocks } = (await as('olga').get({ project: 'lab', name })).revision
  const prose = blocks.filter(({ kind }) => kind === 'paragraph')
  // The comments are created from the end of the text to its beginning, so that their numbers and the order of the text
  // differ.
  for (const [at, { id: block }] of prose.toReversed().entries()) {
    await act('vic', { kind: 'give', body: `Why ${at}?`, anchor: { kind: 'block', block }, revision: 1 })
  }
  await act('olga', { kind: 'hold' })
  const read = await as('olga').get({ project: 'lab', name })
  const placements = new Map(read.placements.map(({ feedback, placement }) => [feedback, placement]))
  const agenda = agendaOf(read.spec, placements, blocks).map(({ number }) => number)
  expect(agenda).toEqual(Array.from({ length: ITEMS }, (_, at) => ITEMS - at))
  // The scribe drafts responses to the odd comments while the author answers the even ones; drafts are confirmed as
  // they arrive.
  const answer = (feedback: number, person: string) =>
    act(person, { kind: 'answer', feedback, answer: 'no-thank-you', reason: `because of ${feedback}` })
  for (let at = 0; at < ITEMS; at += 2) {
    const [even = 0, odd = 0] = agenda.slice(at, at + 2)
    await Promise.all([
      answer(even, 'olga'),
      answer(odd, 'sam').then(() => act('olga', { kind: 'confirm', feedback: odd })),
    ])
  }
  for (const kind of ['close-meeting', 'resolve']) await act('olga', { kind })
  const { state, spec: after } = await as('vic').get({ project: 'lab', name })
  expect(state).toBe('resolved')
  for (const { number, responses } of after.feedback) {
    const standing = responses.at(-1)
    expect([standing?.reason, standing?.by.name, standing?.draft]).toEqual([`because of ${number}`, 'olga', false])
  }
})
