import { scopeOf } from '@assay/db/open'
import { addPerson } from '@assay/db/testing'
import { anonymous, personNamed } from '@assay/testing/server/callers'
import { recordingMailer } from '@assay/testing/server/recording-mailer'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mail } from '../mail/mail.ts'
import { createCaller } from '../router.ts'

const TEXT = `# Datatypes

## Goals

IEEE754 numbers are added, and every operation rounds as the standard says.`

const DAY_MS = 86_400_000
const START = new Date('2026-11-21T12:00:00Z')

let server: TestServer
let now = START
const mails: Mail[] = []
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer({ now: () => now, mailer: recordingMailer(mails) })
  const { project } = await server.addProject('lab', 'private')
  for (const [name, role] of [
    ['olga', 'author'],
    ['carl', 'author'],
    ['vic', 'viewer'],
    ['max', 'owner'],
  ] as const) {
    ids.set(name, await addPerson(server.url, name, { projects: { [project.id]: role } }))
  }
  ids.set('zoe', await addPerson(server.url, 'zoe'))
})
afterAll(() => server.stop())
beforeEach(() => {
  now = START
  mails.length = 0
})

const idOf = (name: string) => ids.get(name) ?? ''
const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, idOf(name)) })
const guest = () => createCaller({ services: server.services, caller: anonymous })
const project = 'lab'
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
const act = (person: string, name: string, action: object) => as(person).specs.act({ project, name, action })
const secretIn = (url: string) => url.split('/').at(-1) ?? ''

async function draft(text = TEXT): Promise<string> {
  const spec = { kind: 'functional', title: 'Datatypes', text }
  return (await as('olga').specs.create({ project, spec })).name
}
async function invited(name: string, more: object = {}): Promise<string> {
  const invitation = { project, name, reader: 'Rita Outside', email: `rita-${name}@example.test`, ...more }
  return secretIn((await as('olga').reviewers.inviteGuest(invitation)).url)
}
async function inReview(): Promise<{ name: string; secret: string }> {
  const name = await draft()
  const secret = await invited(name)
  await act('olga', name, { kind: 'schedule', meetingAt: inDays(15), timeZone: 'UTC', place: 'Room 1' })
  return { name, secret }
}
const NOTHING = { code: 'NOT_FOUND', message: 'Page not found. Check the address, or ask for a new link.' }

test('a guest reviews one spec of a private project by a link, comments under their name and withdraws a comment', async () => {
  const { name, secret } = await inReview()
  const page = await guest().guests.get({ secret })
  expect(page).toMatchObject({ name, state: 'in-review', rights: ['view', 'feedback'], mine: [] })
  expect(page.spec.readers).toEqual([])
  const anchor = { kind: 'whole' }
  await guest().guests.act({ secret, action: { kind: 'give', body: 'Which rounding mode?', anchor, revision: 1 } })
  await guest().guests.act({ secret, action: { kind: 'give', body: 'Never mind.', anchor, revision: 1 } })
  const { spec, mine } = await guest().guests.get({ secret })
  expect(spec.feedback.map(({ giver, body }) => `${giver.name}: ${body}`)).toEqual([
    'Rita Outside: Which rounding mode?',
    'Rita Outside: Never mind.',
  ])
  expect(mine).toEqual([1, 2])
  await guest().guests.act({ secret, action: { kind: 'withdraw', feedback: 2 } })
  await act('olga', name, { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'The standard says it.' })
  const comment = { kind: 'say', feedback: 1, content: false, text: 'It says four.' }
  await guest().guests.act({ secret, action: comment })
  const after = await as('olga').specs.get({ project, name })
  expect(after.spec.feedback.map(({ responses }) => responses.at(-1)?.kind)).toEqual(['no-thank-you', 'withdrawn'])
  expect(after.spec.feedback[0]?.verdict?.text).toBe('It says four.')
  const { events } = await as('max').audit.list({ project })
  expect(events.filter(({ by }) => by.kind === 'guest').map(({ action, by }) => `${by.name} ${action}`)).toContain(
    'Rita Outside spec.give',
  )
})

test('a guest link allows no responses, no comments on behalf of others, and shows no comments of others', async () => {
  const { name, secret } = await inReview()
  const anchor = { kind: 'whole' }
  await act('carl', name, { kind: 'give', body: 'Of Carl.', anchor, revision: 1 })
  for (const action of [
    { kind: 'answer', feedback: 1, answer: 'good-point' },
    { kind: 'give', body: 'x', anchor, revision: 1, giver: 'Carl' },
    { kind: 'give', body: 'x', anchor, revision: 1, source: 'meeting' },
    { kind: 'resolve' },
    { kind: 'invite', who: { key: 'guest:x', name: 'x' } },
  ]) {
    await expect(guest().guests.act({ secret, action }), action.kind).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    })
  }
  for (const kind of ['withdraw', 'say']) {
    const action = { kind, feedback: 1, ...(kind === 'say' && { content: true }) }
    await expect(guest().guests.act({ secret, action })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  await expect(guest().specs.get({ project, name })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(guest().projects.bySlug({ project })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a revoked, replaced or unknown link gets the same error', async () => {
  const { name, secret } = await inReview()
  const { spec } = await as('olga').specs.get({ project, name })
  const key = spec.readers[0]?.who.key ?? ''
  const renewed = secretIn((await as('olga').reviewers.renewLink({ project, name, key })).url)
  await expect(guest().guests.get({ secret })).rejects.toMatchObject(NOTHING)
  expect((await guest().guests.get({ secret: renewed })).name).toBe(name)
  await expect(as('vic').reviewers.revokeLink({ project, name, key })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await as('max').reviewers.revokeLink({ project, name, key })
  await expect(guest().guests.get({ secret: renewed })).rejects.toMatchObject(NOTHING)
  await expect(guest().guests.get({ secret: 'a'.repeat(43) })).rejects.toMatchObject(NOTHING)
  await expect(guest().guests.get({ secret: 'x' })).rejects.toMatchObject(NOTHING)
  await act('olga', name, { kind: 'uninvite', key })
  await expect(as('olga').reviewers.renewLink({ project, name, key })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an unused link expires with the review, and one with a date on that date', async () => {
  const { name, secret } = await inReview()
  const dated = await invited(name, { reader: 'Dora', email: 'dora@example.test', until: inDays(30) })
  for (const kind of ['hold', 'close-meeting', 'resolve']) await act('olga', name, { kind })
  await expect(guest().guests.get({ secret })).rejects.toMatchObject(NOTHING)
  expect((await guest().guests.get({ secret: dated })).state).toBe('resolved')
  await act('olga', name, { kind: 'reopen', reason: 'another round' })
  await expect(guest().guests.get({ secret })).rejects.toMatchObject(NOTHING)
  now = new Date(START.getTime() + 31 * DAY_MS)
  await expect(guest().guests.get({ secret: dated })).rejects.toMatchObject(NOTHING)
})

test('a guest who contributed reads the spec after its end, changes nothing, and the link can be revoked', async () => {
  const { name, secret } = await inReview()
  const give = { kind: 'give', body: 'Which mode?', anchor: { kind: 'whole' }, revision: 1 }
  await guest().guests.act({ secret, action: give })
  await act('olga', name, { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'The standard says it.' })
  for (const kind of ['hold', 'close-meeting', 'resolve']) await act('olga', name, { kind })
  const page = await guest().guests.get({ secret })
  expect(page).toMatchObject({ state: 'resolved', spec: { feedback: [{ responses: [{ kind: 'no-thank-you' }] }] } })
  for (const action of [give, { kind: 'reply', feedback: 1, text: 'No.' }, { kind: 'withdraw', feedback: 1 }]) {
    await expect(guest().guests.act({ secret, action })).rejects.toMatchObject({ code: 'CONFLICT' })
  }
  const { spec } = await as('olga').specs.get({ project, name })
  await as('max').reviewers.revokeLink({ project, name, key: spec.readers[0]?.who.key ?? '' })
  await expect(guest().guests.get({ secret })).rejects.toMatchObject(NOTHING)
})

test("only a hash of the secret is stored; only the mail and the author's response contain the link", async () => {
  const { name, secret } = await inReview()
  expect(mails.map(({ to, text }) => [to, text.includes(`/review/${secret}`)])).toEqual([
    [`rita-${name.toLowerCase()}@example.test`, true],
  ])
  const { project: found } = await server.services.db.projects
    .find({ organization: null, name: project })
    .then((one) => (one === null ? Promise.reject(new Error('no project')) : { project: one }))
  const queries = server.services.db.in(scopeOf(found))
  const page = await as('olga').specs.get({ project, name })
  const links = await queries.guestLinks.list(page.id)
  expect(links).toMatchObject([{ isOpen: true, until: null }])
  expect(JSON.stringify([links, page, await as('max').audit.list({ project })])).not.toContain(secret)
})

test('authors of the spec choose reviewers among the people who can read the project', async () => {
  const name = await draft()
  const people = await as('olga').reviewers.candidates({ project, name })
  expect(people.map((one) => one.name)).toEqual(['carl', 'max', 'olga', 'vic'])
  await expect(as('carl').reviewers.candidates({ project, name })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(as('olga').reviewers.inviteMember({ project, name, personId: idOf('zoe') })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await as('olga').reviewers.inviteMember({ project, name, personId: idOf('vic') })
  const { spec } = await as('vic').specs.get({ project, name })
  expect(spec.readers).toMatchObject([{ who: { key: `person:${idOf('vic')}`, name: 'vic' }, email: null }])
})

test('only authors of the spec see the addresses of reviewers', async () => {
  const { name } = await inReview()
  const emails = async (person: string) =>
    (await as(person).specs.get({ project, name })).spec.readers.map(({ email }) => email)
  expect(await emails('olga')).toEqual([`rita-${name.toLowerCase()}@example.test`])
  expect(await emails('vic')).toEqual([null])
})

test('the calendar file moves the event when the meeting is postponed, and removes it when the meeting is canceled', async () => {
  const { name, secret } = await inReview()
  const read = async () => {
    const { text, filename } = await guest().guests.calendar({ secret })
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') ?? undefined)
    return { uid: event.uid, sequence: event.sequence, at: event.startDate.toJSDate().toISOString(), filename, text }
  }
  const first = await read()
  expect(first).toMatchObject({ sequence: 0, at: inDays(15), filename: `${name}-review.ics` })
  expect(first.text).not.toContain(secret)
  await act('olga', name, { kind: 'postpone', meetingAt: inDays(20) })
  expect(await read()).toMatchObject({ uid: first.uid, sequence: 1, at: inDays(20) })
  await act('olga', name, { kind: 'withdraw', reason: 'not now' })
  const { text, method } = await as('vic').reviewers.calendar({ project, name })
  expect(method).toBe('CANCEL')
  expect(text).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2[\s\S]*STATUS:CANCELLED/)
  await expect(guest().reviewers.calendar({ project, name })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('authors and maintainers see who opened which revision, and a reviewer sees the changes since', async () => {
  const { name, secret } = await inReview()
  await guest().guests.recordRead({ secret, revision: 1 })
  await as('vic').specs.recordRead({ project, name, revision: 1 })
  const revision = { base: 1, title: 'Datatypes', text: `${TEXT} More.`, note: 'more' }
  await as('olga').specs.revise({ project, name, revision })
  expect((await guest().guests.get({ secret })).changedSince).toBe(1)
  expect((await guest().guests.diff({ secret, from: 1, to: 2 })).some(({ changes }) => changes > 0)).toBe(true)
  const page = await as('max').reviewers.list({ project, name })
  expect(page.reviewers).toMatchObject([
    { who: { name: 'Rita Outside' }, email: null, link: { isOpen: true, until: null }, opened: [{ revision: 1 }] },
  ])
  expect(page.others).toMatchObject([{ name: 'vic', opened: [{ revision: 1 }] }])
  await expect(as('vic').reviewers.list({ project, name })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
