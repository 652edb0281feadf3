import { anonymous } from '@assay/testing/server/callers'
import { recordingMailer, takeMails } from '@assay/testing/server/recording-mailer'
import { addSpecMailLab, type SpecMailLab, sendDueMails } from '@assay/testing/server/spec-mail-lab'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mail } from '../mail/mail.ts'
import { createCaller } from '../router.ts'
import { DAY_MS } from '../shares/share-settings.ts'
import { HOUR_MS } from '../tokens/new-token.ts'

const TEXT = '# Datatypes\n\n## Goals\n\nIEEE754 numbers are added, and every operation rounds as the standard says.'
/** Each mail reads the whole spec, so this test uses fewer actions than the 200 of the acceptance test. */
const ACTIONS = 16
const START = new Date('2026-11-21T12:00:00Z')

let server: TestServer
let lab: SpecMailLab
let slug = ''
let count = 0
let now = START
const mails: Mail[] = []

beforeAll(async () => {
  server = await startTestServer({ now: () => now, mailer: recordingMailer(mails) })
  await server.db.jobs.prepare()
})
afterAll(() => server.stop())

beforeEach(async () => {
  now = START
  lab = await addSpecMailLab(server, ++count, { olga: 'author', carl: 'author', vic: 'viewer' })
  slug = lab.slug
  mails.length = 0
})

const as = (name: string) => lab.as(name)
const guest = () => createCaller({ services: server.services, caller: anonymous })
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
const act = (person: string, name: string, action: object) => lab.act(person, name, action)
const give = (person: string, name: string, body = 'Why?') =>
  act(person, name, { kind: 'give', body, anchor: { kind: 'whole' }, revision: 1 })
const addressOf = (name: string) => lab.addressOf(name)

/** Moves the clock by `ms` and runs the due jobs of the worker. */
async function later(ms: number): Promise<void> {
  now = new Date(now.getTime() + ms)
  await sendDueMails(server)
}

const sent = () => takeMails(mails, `${count}@assay.test`)

const reviewed = () => lab.startReview(now, 'Europe/Vienna')

test('A12: many actions in an hour are one mail for each reviewer, and nobody is notified of their own actions', async () => {
  const { name, secret } = await reviewed()
  await later(0)
  mails.length = 0
  for (let i = 0; i < ACTIONS / 2; i++) {
    now = new Date(START.getTime() + (i * 40 * 60_000) / (ACTIONS / 2))
    await give('vic', name)
    await act('olga', name, { kind: 'answer', feedback: i + 1, answer: 'no-thank-you', reason: 'No.' })
  }
  await later(HOUR_MS / 2)
  expect(sent()).toEqual([
    'olga: News about FS-1 Datatypes',
    'rita: News about FS-1 Datatypes',
    'vic: News about FS-1 Datatypes',
  ])
  await later(2 * HOUR_MS)
  expect(sent()).toEqual([])
  await guest().guests.act({
    secret,
    action: { kind: 'give', body: 'Me too.', anchor: { kind: 'whole' }, revision: 1 },
  })
  await later(HOUR_MS)
  expect(mails.find(({ to }) => to === addressOf('olga'))?.text).toContain('Rita commented.')
  expect(sent()).toEqual(['olga: News about FS-1 Datatypes', 'vic: News about FS-1 Datatypes'])
})

test('each mail reports the actions of the others and quotes passage and text, but nothing that was redacted', async () => {
  const { name } = await reviewed()
  await later(0)
  mails.length = 0
  await give('vic', name, 'Something confidential')
  await act('carl', name, { kind: 'reply', feedback: 1, text: 'It is confidential.' })
  await act('vic', name, { kind: 'request-redaction', feedback: 1, reason: 'a name' })
  await act('olga', name, { kind: 'redact', feedback: 1 })
  const anchor = { kind: 'range', block: 'b3', quote: 'numbers are added' }
  await act('vic', name, { kind: 'give', body: 'With <b>four</b>\nmodes?', anchor, revision: 1 })
  await act('olga', name, { kind: 'answer', feedback: 2, answer: 'good-point', reason: 'With all of them.' })
  await act('olga', name, { kind: 'answer', feedback: 1, answer: 'good-point' })
  await later(HOUR_MS)
  const textTo = (name_: string) => mails.find(({ to }) => to === addressOf(name_))?.text ?? ''
  expect(textTo('vic')).toContain(`olga${count} answered F-2, F-1: good point.`)
  expect(textTo('vic')).not.toContain('commented')
  expect(textTo('vic')).toContain(`olga${count} redacted text in F-1, as requested.`)
  expect(textTo('olga')).toContain(`vic${count} added 2 comments.`)
  const passage = 'F-2 on “numbers are added”'
  expect(textTo('olga')).toContain(`${passage}, vic${count}:\nWith <b>four</b>\nmodes?`)
  expect(mails.find(({ to }) => to === addressOf('olga'))?.html).toContain('With &lt;b&gt;four&lt;/b&gt;<br>')
  expect(textTo('vic')).toContain(`${passage}, olga${count}, good point:\nWith all of them.`)
  expect(mails.map(({ text }) => text).join()).not.toContain('confidential')
})

test('draft comments that are sent together are one mail', async () => {
  const { name } = await reviewed()
  await later(0)
  mails.length = 0
  const comments = ['One?', 'Two?', 'Three?'].map((body) => ({ body, anchor: { kind: 'whole' }, revision: 1 }))
  await act('vic', name, { kind: 'give-all', comments })
  await later(HOUR_MS)
  const toOlga = mails.filter(({ to }) => to === addressOf('olga'))
  expect(toOlga).toHaveLength(1)
  expect(toOlga[0]?.text).toContain(`vic${count} added 3 comments.`)
  for (const number of [1, 2, 3]) expect(toOlga[0]?.text).toContain(`F-${number}, vic${count}:\n`)
})

test('mails are turned off by kind, except those that mention their reader', async () => {
  const { name, secret } = await reviewed()
  await later(0)
  mails.length = 0
  await as('vic').reviewers.muteKinds({ project: slug, name, kinds: ['comments', 'meetings'] })
  await guest().guests.muteKinds({ secret, kinds: ['comments'] })
  expect(await as('vic').reviewers.mails({ project: slug, name })).toMatchObject({ kinds: ['comments', 'meetings'] })
  await give('carl', name)
  await later(HOUR_MS)
  expect(sent()).toEqual(['olga: News about FS-1 Datatypes'])
  await act('olga', name, { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'No.' })
  await act('olga', name, { kind: 'postpone', meetingAt: inDays(30) })
  await later(HOUR_MS)
  expect(sent().map((line) => line.slice(0, 20))).toEqual([
    ...['carl: News about FS-', 'rita: News about FS-', 'rita: Review of FS-1', 'vic: News about FS-1'],
  ])
  await act('carl', name, { kind: 'reply', feedback: 1, text: `Is it so, @vic${count}?` })
  await later(HOUR_MS)
  expect(sent()).toEqual(['olga: News about FS-1 Datatypes', 'vic: News about FS-1 Datatypes'])
})

test('an invitation, a meeting, its postponement and its cancellation are sent at once, with the calendar file', async () => {
  const { name, secret } = await reviewed()
  await later(0)
  const when = 'Sun 6 December 2026, 13:00 (Europe/Vienna), 12:00 UTC, Room 1'
  const calendarTo = (to: string) => mails.findLast((mail) => mail.to === to)?.calendar?.text ?? ''
  expect(calendarTo(addressOf('rita'))).toContain('DTSTART:20261206T120000Z')
  expect(
    mails
      .filter(({ subject }) => subject.startsWith('Review'))
      .map(({ text }) => text)
      .join(),
  ).not.toContain(secret)
  expect(sent()).toEqual([
    `rita: Review of FS-1 Datatypes: ${when}`,
    `rita: olga${count} asks you to review FS-1 Datatypes`,
    `vic: Review of FS-1 Datatypes: ${when}`,
    `vic: olga${count} asks you to review FS-1 Datatypes`,
  ])
  await act('olga', name, { kind: 'postpone', meetingAt: inDays(20) })
  await act('olga', name, { kind: 'postpone', meetingAt: inDays(21) })
  await later(0)
  const event = new ICAL.Event(
    new ICAL.Component(ICAL.parse(calendarTo(addressOf('vic')))).getFirstSubcomponent('vevent') ?? undefined,
  )
  expect([event.sequence, event.startDate.toJSDate().toISOString()]).toEqual([2, inDays(21)])
  // Only the later of the two changes is reported.
  expect(sent().map((line) => line.split(':')[1])).toEqual([
    ' Review of FS-1 Datatypes is postponed',
    ' Review of FS-1 Datatypes is postponed',
  ])
  await act('olga', name, { kind: 'withdraw', reason: 'not now' })
  await later(0)
  expect(calendarTo(addressOf('vic'))).toContain('METHOD:CANCEL')
  // The guest's link expired with the review; the meeting is still removed from their calendar.
  expect(calendarTo(addressOf('rita'))).toContain('METHOD:CANCEL')
  expect(sent()).toEqual(['rita: Review of FS-1 Datatypes is canceled', 'vic: Review of FS-1 Datatypes is canceled'])
})

test('a day before the meeting everybody gets one reminder', async () => {
  const { name } = await reviewed()
  await later(0)
  mails.length = 0
  await later(13 * DAY_MS)
  expect(sent()).toEqual([])
  await later(DAY_MS + HOUR_MS)
  await later(HOUR_MS)
  expect(sent().map((line) => line.split(':').slice(0, 2).join(':'))).toEqual(
    ['olga', 'rita', 'vic'].map((person) => `${person}: Review of ${name} Datatypes`),
  )
})

test('a digest names the comments that mention its reader, and mails of one spec are one conversation', async () => {
  const { name } = await reviewed()
  await later(0)
  const invitation = mails.find(({ to }) => to === addressOf('vic'))
  mails.length = 0
  await give('carl', name)
  await act('carl', name, { kind: 'reply', feedback: 1, text: `Is it so, @vic${count}?` })
  await later(HOUR_MS)
  const [toVic, toOlga] = ['vic', 'olga'].map((person) => mails.find(({ to }) => to === addressOf(person)))
  expect(toVic?.text).toContain('You are mentioned in F-1.')
  expect(toOlga?.text).not.toContain('You are mentioned')
  expect(toVic?.threadId).toMatch(/^spec-/)
  expect([toOlga?.threadId, invitation?.threadId]).toEqual([toVic?.threadId, toVic?.threadId])
})

test('mails of a review without a meeting name the end of its comments, and have no calendar file', async () => {
  const { name } = await as('olga').specs.create({
    project: slug,
    spec: { kind: 'functional', title: 'Datatypes', text: TEXT },
  })
  await as('olga').reviewers.inviteMember({ project: slug, name, personId: lab.idOf('vic') })
  await act('olga', name, { kind: 'schedule', commentsUntil: inDays(15), timeZone: 'UTC' })
  mails.length = 0
  await later(0)
  const scheduled = mails.find(({ to, subject }) => to === addressOf('vic') && subject.includes('comments until'))
  expect(scheduled).toMatchObject({ text: expect.stringContaining('There is no meeting.') })
  expect(scheduled?.calendar).toBeUndefined()
  mails.length = 0
  await later(14 * DAY_MS + HOUR_MS)
  expect(sent().map((line) => line.split(' until ')[0])).toEqual([
    `olga: Review of ${name} Datatypes: comments`,
    `vic: Review of ${name} Datatypes: comments`,
  ])
})

test('muting works for one spec and for all, for members and guests', async () => {
  const { name, secret } = await reviewed()
  const other = (
    await as('olga').specs.create({ project: slug, spec: { kind: 'functional', title: 'Other', text: TEXT } })
  ).name
  await as('olga').reviewers.inviteMember({ project: slug, name: other, personId: lab.idOf('vic') })
  await later(0)
  mails.length = 0
  await as('vic').reviewers.mute({ project: slug, name, muted: true })
  await guest().guests.mute({ secret, muted: true })
  expect(await as('vic').reviewers.mails({ project: slug, name })).toEqual({ all: false, spec: true, kinds: [] })
  expect(await as('carl').reviewers.mails({ project: slug, name })).toBeNull()
  for (const one of [name, other]) await give('carl', one)
  await later(HOUR_MS)
  expect(sent()).toEqual(['olga: News about FS-1, FS-2', 'vic: News about FS-2 Other'])
  await give('carl', other)
  // Mails that were queued before are not sent either.
  await as('vic').reviewers.mute({ project: slug, name, muted: true, all: true })
  await later(HOUR_MS)
  expect(sent()).toEqual(['olga: News about FS-2 Other'])
  await guest().guests.mute({ secret, muted: false })
  await give('carl', name)
  await later(HOUR_MS)
  expect(sent()).toContain('rita: News about FS-1 Datatypes')
})

test('a person who cannot read the spec any more gets no mail', async () => {
  const { name } = await reviewed()
  await later(0)
  mails.length = 0
  await give('carl', name)
  const { spec } = await as('olga').specs.get({ project: slug, name })
  const key = spec.readers.find(({ who }) => who.key.startsWith('guest:'))?.who.key ?? ''
  await as('olga').reviewers.revokeLink({ project: slug, name, key })
  await later(HOUR_MS)
  expect(sent()).toEqual(['olga: News about FS-1 Datatypes', 'vic: News about FS-1 Datatypes'])
})

test('a reviewer who read an older revision gets a link to the changes', async () => {
  const { name } = await reviewed()
  await as('vic').specs.recordRead({ project: slug, name, revision: 1 })
  await later(0)
  mails.length = 0
  const revision = { base: 1, title: 'Datatypes', text: `${TEXT} More.`, note: 'more' }
  await as('olga').specs.revise({ project: slug, name, revision })
  await later(HOUR_MS)
  const text = mails.find(({ to }) => to === addressOf('vic'))?.text ?? ''
  expect(text).toContain(`olga${count} stored a revision: more.`)
  expect(text).toContain(
    `You read revision 1; it is at revision 2 now. Changes: http://assay.test/o/lab/p/${slug}/specs/${name}/changes?from=1&to=2`,
  )
})
