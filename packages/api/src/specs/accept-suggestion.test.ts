import { addPerson, queryAsOwner } from '@assay/db/testing'
import { anonymous, personNamed } from '@assay/testing/server/callers'
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
const act = (name: string, action: object, person = 'olga', once?: string) =>
  as(person).specs.act({ project: 'lab', name, action, once })
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
  await expect(act(name, { kind: 'accept-suggestion', feedback: 1 })).rejects.toThrow('edited after the comment')
  expect((await read(name)).spec).toMatchObject({ revision: 2, feedback: [{ responses: [] }] })
})

test('a suggestion needs selected words and other ones', async () => {
  await expect(suggested('Sums', 'Sums')).rejects.toThrow('by others')
  const name = await suggested('are equal on all')
  const whole = { kind: 'give', body: 'No.', anchor: { kind: 'whole' }, revision: 1, suggestion: 'Yes.' }
  await expect(act(name, whole, 'vic')).rejects.toThrow('selected words')
  await expect(act(name, { kind: 'accept-suggestion', feedback: 7 })).rejects.toThrow('There is no F-7')
})

test('collected suggestions are one revision, also in one paragraph, and each comment is done in it', async () => {
  const name = await suggested('are equal on all')
  const give = (quote: string, suggestion: string, block = 'b3') =>
    act(name, { kind: 'give', body: 'So.', anchor: { kind: 'range', block, quote }, revision: 1, suggestion }, 'vic')
  await give('Sums', 'Totals of all kinds')
  await give('Goals', 'Aims', 'b2')
  await give('differ', 'vary')
  for (const feedback of [1, 2, 3]) await act(name, { kind: 'add-to-draft-revision', feedback })
  expect((await read(name)).spec.feedback.map((one) => one.inDraftRevision?.by.name)).toEqual([
    ...['olga', 'olga', 'olga', undefined],
  ])
  const store = (...comments: number[]) => ({ kind: 'store-draft-revision', comments })
  await expect(act(name, store(1, 4))).rejects.toThrow('F-4: It replaces words that F-1 replaces as well.')
  await expect(act(name, store(1), 'vic')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const once = crypto.randomUUID()
  for (let sent = 0; sent < 2; sent++) await act(name, store(1, 2, 3), 'olga', once)
  const { spec, revision } = await read(name)
  expect(revision).toMatchObject({
    ...{ number: 2, text: '# Exact sums\n\n## Aims\n\nTotals of all kinds are equal on all machines.' },
    note: 'F-1, F-2, F-3: words suggested by vic',
  })
  expect(spec.feedback.slice(0, 3)).toMatchObject(
    [1, 2, 3].map(() => ({ responses: [{ kind: 'good-point', carriedBy: 2, by: { name: 'olga' } }] })),
  )
  expect(spec.feedback.map((one) => one.inDraftRevision)).toEqual([undefined, undefined, undefined, undefined])
})

test('draft comments of members and guests are stored once, each at its words', async () => {
  const name = await suggested('are equal on all')
  const { url } = await as('olga').reviewers.inviteGuest({ project: 'lab', name, reader: 'Rita', email: 'rita@x.test' })
  const action = {
    kind: 'give-all',
    comments: [
      { body: 'What are sums?', anchor: { kind: 'range', block: 'b3', quote: 'Sums' }, revision: 1 },
      { body: 'Fine.', anchor: { kind: 'whole' }, revision: 1 },
    ],
  }
  const once = crypto.randomUUID()
  for (let sent = 0; sent < 2; sent++) await act(name, action, 'vic', once)
  const secret = url.split('/').at(-1) ?? ''
  await createCaller({ services: server.services, caller: anonymous }).guests.act({ secret, action })
  const { spec, placements } = await read(name)
  expect(spec.feedback.map(({ giver, body }) => `${giver.name}: ${body}`)).toEqual([
    'vic: Say it plainly.',
    ...['vic: What are sums?', 'vic: Fine.', 'Rita: What are sums?', 'Rita: Fine.'],
  ])
  expect(placements.map(({ feedback, placement }) => [feedback, placement.block])).toEqual(
    expect.arrayContaining([
      [2, 'b3'],
      [3, null],
      [4, 'b3'],
    ]),
  )
  const lost = { ...action, comments: [action.comments[1], { ...action.comments[0], revision: 7 }] }
  await expect(act(name, lost, 'vic')).rejects.toThrow('Draft comment 2: There is no revision 7')
  expect((await read(name)).spec.feedback).toHaveLength(5)
})

test('the words of a draft comment are removed everywhere by a redaction', async () => {
  const name = await suggested('are equal on all')
  const body = 'Acme said so.'
  const comments = [{ body, anchor: { kind: 'whole' }, revision: 1 }]
  await act(name, { kind: 'give-all', comments }, 'vic')
  await act(name, { kind: 'request-redaction', feedback: 2, reason: 'a name' }, 'vic')
  await act(name, { kind: 'redact', feedback: 2 })
  const rows = await queryAsOwner(server.url, 'select action::text as action from spec_event')
  expect(JSON.stringify(rows)).not.toContain('Acme')
})
