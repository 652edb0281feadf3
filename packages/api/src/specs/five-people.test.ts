import { addPerson } from '@assay/db/testing'
import { verifySpecFile } from '@assay/domain/specs/seal/verify-spec-file'
import { anonymous, personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

// Olga writes, Vic and Nina review, Mia maintains and takes the minutes, and Rita is a guest: a functional spec in writing
// and its design spec with a meeting, from draft to sealed.

const DAY_MS = 86_400_000
const FUNCTIONAL =
  '# Exact sums\n\n## Goals\n\nSums must not differ between machines. They cost at most a fifth.\n\n## Limits\n\nNothing for decimals.'
const DESIGN =
  '# Exact sums, design\n\n## Method\n\nEach thread adds into a wide sum.\n\nThe sums are added at the end.'

let server: TestServer
let token = ''
let now = new Date('2026-03-01T12:00:00Z')
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const lab = await server.addProject('lab')
  token = lab.token
  for (const [name, role] of [
    ['olga', 'author'],
    ['vic', 'viewer'],
    ['nina', 'viewer'],
    ['mia', 'owner'],
  ] as const) {
    ids.set(name, await addPerson(server.url, name, { organizations: { [lab.project.organization.id]: role } }))
  }
})
afterAll(() => server.stop())

const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) })
const guest = () => createCaller({ services: server.services, caller: anonymous })
const act = (person: string, name: string, action: object) => as(person).specs.act({ project: 'lab', name, action })
const read = (name: string) => as('olga').specs.get({ project: 'lab', name })
const revise = async (name: string, change: (text: string) => string, note: string) => {
  const { revision, spec } = await read(name)
  const next = { base: spec.revision, title: spec.title, note, text: change(revision.text) }
  await as('olga').specs.revise({ project: 'lab', name, revision: next })
}
const blockWith = async (name: string, words: string) =>
  (await read(name)).revision.blocks.find(({ text }) => text.includes(words))?.id ?? null
const on = async (name: string, quote: string) => ({
  ...{ kind: 'range', block: await blockWith(name, quote), quote },
})
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
const exported = async (name: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await server.send(`/api/v1/projects/lab/specs/${name}/export?format=markdown`, { headers })).text()
}

async function invited(name: string): Promise<string> {
  for (const person of ['vic', 'nina']) {
    await as('olga').reviewers.inviteMember({ project: 'lab', name, personId: ids.get(person) ?? '' })
  }
  const rita = { project: 'lab', name, reader: 'Rita', email: 'rita@elsewhere.test', until: inDays(90) }
  return String((await as('olga').reviewers.inviteGuest(rita)).url.split('/').at(-1))
}

async function expectSealed(name: string, later: readonly string[]): Promise<void> {
  const report = await as('nina').specs.verify({ project: 'lab', name })
  expect(report).toMatchObject({ seal: { kind: 'resolve' }, problems: [] })
  expect(report.later.map(({ kind }) => kind)).toEqual(later)
  const file = await exported(name)
  expect(verifySpecFile(file)).toMatchObject({ ok: true, value: { problems: [] } })
  // Any changed word of a comment is found without the server.
  const forged = verifySpecFile(file.replaceAll('Too slow for us.', 'Fast enough for us.'))
  expect(forged.ok && forged.value.problems.length).not.toBe(0)
}

test('five people take a functional spec and its design spec from draft to sealed, and the exports verify', async () => {
  const { name } = await as('olga').specs.create({
    project: 'lab',
    spec: { kind: 'functional', title: 'Exact sums', text: FUNCTIONAL },
  })
  const secret = await invited(name)
  await act('olga', name, { kind: 'schedule', commentsUntil: inDays(15), timeZone: 'UTC' })
  expect((await as('vic').specs.inbox({ project: 'lab' })).map(({ kind }) => kind)).toEqual(['review'])

  // A thread, a suggestion, a selection over two paragraphs, and a comment of the guest that names a customer.
  await act('vic', name, {
    kind: 'give',
    body: 'Too slow for us.',
    anchor: await on(name, 'at most a fifth'),
    revision: 1,
  })
  await act('nina', name, { kind: 'reply', feedback: 1, text: 'Measured by whom, @olga?' })
  await act('nina', name, { kind: 'second', feedback: 1 })
  const plain = { body: 'Say it plainly.', suggestion: 'are equal on all machines', revision: 1 }
  const differ = await on(name, 'must not differ between machines')
  await act('nina', name, { kind: 'give', anchor: differ, ...plain })
  const limits = await on(name, 'Limits')
  const over = { ...limits, rest: [{ block: await blockWith(name, 'Nothing for'), quote: 'Nothing for decimals.' }] }
  await act('nina', name, { kind: 'give', body: 'Why not?', anchor: over, revision: 1 })
  const secretComment = { kind: 'give', body: 'Acme needs it.', anchor: { kind: 'whole' }, revision: 1 }
  await guest().guests.act({ secret, action: secretComment })
  expect(await as('olga').specs.inbox({ project: 'lab' })).toMatchObject([
    { kind: 'to-answer', feedback: [1, 2, 3, 4] },
    { kind: 'mention', feedback: [1] },
  ])

  await act('olga', name, { kind: 'accept-suggestion', feedback: 2 })
  await act('olga', name, { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'It is a goal.' })
  await act('vic', name, { kind: 'say', feedback: 1, content: false, text: 'It is still too slow.' })
  await act('olga', name, { kind: 'answer', feedback: 3, answer: 'good-point' })
  await revise(name, (text) => text.replace('Nothing for decimals', 'Decimals are exact already'), 'decimals')
  await act('olga', name, { kind: 'carry-out', feedback: 3, revision: 3 })
  await act('olga', name, { kind: 'answer', feedback: 4, answer: 'answered', reason: 'They get it.' })
  await guest().guests.act({ secret, action: { kind: 'request-redaction', feedback: 4, reason: 'names a customer' } })
  await act('olga', name, { kind: 'redact', feedback: 4 })

  // The period ends by its date, and nobody has to meet.
  now = new Date(now.getTime() + 16 * DAY_MS)
  expect((await read(name)).state).toBe('resolving')
  await act('olga', name, { kind: 'resolve' })
  await expectSealed(name, [])
  await act('vic', name, { kind: 'say', feedback: 1, content: true })
  await act('olga', name, { kind: 'add-erratum', quote: 'a fifth', text: 'A quarter on one thread.' })
  await expectSealed(name, ['say', 'add-erratum'])
  const { spec } = await as('vic').specs.get({ project: 'lab', name, asResolved: true })
  expect(spec.rounds).toMatchObject([{ withoutMeeting: true, heldAt: null, end: 'resolved' }])
  expect(spec.feedback[0]).toMatchObject({
    earlierVerdicts: [{ content: false, text: 'It is still too slow.' }],
    seconds: [{ by: { name: 'nina' } }],
    responses: [{ kind: 'no-thank-you' }],
  })
  const appendix = await exported(name)
  for (const words of ['It is still too slow.', 'Without a meeting.', 'A quarter on one thread.', 'names a customer']) {
    expect(appendix, words).toContain(words)
  }
  expect(appendix).toMatch(/Redacted by .+, \d+ characters, hash [0-9a-f]{64}: names a customer/)
  expect(appendix).toContain('(guest)')
  expect(appendix).not.toContain('Acme')
  await reviewDesign(Number(name.split('-')[1]))
})

async function reviewDesign(parent: number): Promise<void> {
  const spec = { kind: 'design', title: 'Exact sums', text: DESIGN, parent: `FS-${parent}` }
  const { name } = await as('olga').specs.create({ project: 'lab', spec })
  const secret = await invited(name)
  const meeting = { meetingAt: inDays(20), commentsUntil: inDays(15), timeZone: 'UTC', place: 'Room 1' }
  await act('olga', name, { kind: 'schedule', ...meeting, scribe: { key: `person:${ids.get('mia')}`, name: 'mia' } })
  const anchor = await on(name, 'into a wide sum')
  await act('vic', name, { kind: 'give', body: 'How wide?', anchor, revision: 1 })
  await guest().guests.act({ secret, action: { kind: 'give', body: 'Too slow for us.', anchor, revision: 1 } })
  // The paragraph is split before the meeting; the comments stay on their words.
  await revise(name, (text) => text.replace('adds into', 'works alone. It adds into'), 'threads')
  now = new Date(now.getTime() + 20 * DAY_MS + 1)
  expect(await read(name)).toMatchObject({ state: 'meeting' })
  await act('mia', name, { kind: 'answer', feedback: 1, answer: 'answered', reason: '2,098 bits.' })
  await act('olga', name, { kind: 'confirm', feedback: 1 })
  const but = { answer: 'good-point-but', workaround: 'Turn it off for the session.' }
  await act('olga', name, { kind: 'answer', feedback: 2, ...but })
  await act('vic', name, { kind: 'reopen-comment', feedback: 1, reason: 'Also for floats?' })
  await act('olga', name, { kind: 'answer', feedback: 1, answer: 'answered', reason: 'Floats need 278.' })
  await act('mia', name, {
    kind: 'close-meeting',
    minutes: 'The width was explained.',
    attendance: ['olga', 'vic', 'mia'],
  })
  await act('olga', name, { kind: 'resolve' })
  await expectSealed(name, [])
  const text = await exported(name)
  for (const words of ['Also for floats?', '2,098 bits.', 'Floats need 278.', 'The width was explained.', 'Met:']) {
    expect(text, words).toContain(words)
  }
}
