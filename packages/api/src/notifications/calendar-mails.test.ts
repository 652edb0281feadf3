import { addPerson, verifyAddress } from '@assay/db/testing'
import { personNamed } from '@assay/testing/server/callers'
import { type SmtpServer, startSmtpServer } from '@assay/testing/server/smtp-server'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workerTasks } from '../jobs/job-worker.ts'
import { openMailer } from '../mail/mailer.ts'
import { createCaller } from '../router.ts'

// Meetings as they arrive in mailboxes: sent by SMTP and parsed by independent libraries.

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const TEXT = '# Datatypes\n\n## Goals\n\nEvery operation rounds as the standard says.'

let now = new Date('2026-11-21T12:00:00Z')
let smtp: SmtpServer
let server: TestServer
const ids = new Map<string, string>()
beforeAll(async () => {
  smtp = await startSmtpServer()
  const url = `smtp://runner:sesame@127.0.0.1:${smtp.port}/?tls.rejectUnauthorized=false`
  server = await startTestServer({ now: () => now, mailer: openMailer({ url, from: 'Assay <assay@lab.test>' }) })
  await server.db.jobs.prepare()
  const { project } = await server.addProject('lab', 'private')
  for (const [name, role] of [
    ['olga', 'author'],
    ['vic', 'viewer'],
  ] as const) {
    ids.set(name, await addPerson(server.url, name, { projects: { [project.id]: role } }))
    await verifyAddress(server.url, `${name}@assay.test`)
  }
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
})

const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) })
const act = (name: string, action: object) => as('olga').specs.act({ project: 'lab', name, action })
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()

async function later(ms: number): Promise<void> {
  now = new Date(now.getTime() + ms)
  const tasks = workerTasks(server.services)
  await tasks['process-outbox']({})
  await server.db.jobs.runPending(tasks)
}

async function reviewed(): Promise<string> {
  const spec = { kind: 'functional', title: 'Datatypes', text: TEXT }
  const { name } = await as('olga').specs.create({ project: 'lab', spec })
  await as('olga').reviewers.inviteMember({ project: 'lab', name, personId: ids.get('vic') ?? '' })
  await act(name, { kind: 'schedule', meetingAt: inDays(15), timeZone: 'Europe/Vienna', place: 'Room 1' })
  await as('olga').reviewers.inviteGuest({ project: 'lab', name, reader: 'Rita', email: 'rita@elsewhere.test' })
  await expect.poll(() => smtp.received.length).toBeGreaterThan(0)
  return name
}

/** Returns the mails since the last call, each with its parsed calendar event. */
async function arrived(to: string) {
  const own = smtp.received.filter((one) => one.to.includes(to))
  for (const one of own) smtp.received.splice(smtp.received.indexOf(one), 1)
  return Promise.all(
    own.map(async ({ raw }) => {
      const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' })
      const [part, file] = ['text/calendar', 'application/ics'].map((type) =>
        mail.attachments.find(({ mimeType }) => mimeType === type),
      )
      if (part === undefined) return { mail, raw, event: null, method: null, said: null }
      expect(file?.content).toBe(part.content)
      const calendar = new ICAL.Component(ICAL.parse(String(part.content)))
      const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
      return { mail, raw, event, method: calendar.getFirstPropertyValue('method'), said: part.method ?? null }
    }),
  )
}

test('a meeting is an invitation in mailboxes; it is moved and canceled under one id with a growing sequence number', async () => {
  const name = await reviewed()
  const [letter] = await arrived('rita@elsewhere.test')
  expect(letter?.mail.subject).toBe('olga asks you to review FS-1 Datatypes')
  expect(letter?.raw).toMatch(/content-type: multipart\/alternative/i)
  expect(letter?.raw).toMatch(/content-type: text\/calendar; charset=utf-8; method=REQUEST/i)
  expect([letter?.method, letter?.said, letter?.event?.sequence]).toEqual(['REQUEST', 'REQUEST', 0])
  expect(letter?.event?.organizer).toBe('mailto:assay@lab.test')
  expect(letter?.event?.attendees.map((one) => one.getFirstValue())).toEqual(['MAILTO:rita@elsewhere.test'])
  expect(letter?.event?.startDate.toJSDate().toISOString()).toBe(inDays(15))
  // The link is secret to its reviewer, and calendars are often shared.
  expect(String(letter?.event?.component)).not.toContain('/review/')
  await later(0)
  const scheduled = (await arrived('vic@assay.test')).find(({ mail }) => mail.subject?.startsWith('Review of'))
  const moved = inDays(20)
  await act(name, { kind: 'postpone', meetingAt: moved })
  await later(0)
  const [put] = await arrived('vic@assay.test')
  const [putToo] = await arrived('rita@elsewhere.test')
  expect([put?.method, put?.event?.sequence, putToo?.event?.sequence]).toEqual(['REQUEST', 1, 1])
  expect(put?.event?.startDate.toJSDate().toISOString()).toBe(moved)
  await act(name, { kind: 'withdraw', reason: 'not now' })
  await later(0)
  const [off] = await arrived('vic@assay.test')
  const [offToo] = await arrived('rita@elsewhere.test')
  for (const one of [off, offToo]) {
    expect([one?.method, one?.said, one?.event?.sequence]).toEqual(['CANCEL', 'CANCEL', 2])
    expect(one?.event?.component.getFirstPropertyValue('status')).toBe('CANCELLED')
  }
  const uids = [letter, scheduled, put, putToo, off, offToo].map((one) => one?.event?.uid)
  expect(new Set(uids).size).toBe(1)
  // A guest is notified of the cancellation although their link expired with the review; the mail contains no link.
  expect(offToo?.mail.text).toContain('Your link expired with the review.')
  expect(offToo?.raw).not.toContain('/specs/')
})

test('a guest whose link has expired is notified of the end and the outcome of a review, and of nothing else', async () => {
  const name = await reviewed()
  await later(0)
  await act(name, { kind: 'hold' })
  await act(name, { kind: 'close-meeting' })
  await later(2 * HOUR_MS)
  smtp.received.splice(0)
  await act(name, { kind: 'resolve' })
  await later(2 * HOUR_MS)
  const [ended] = await arrived('rita@elsewhere.test')
  expect(ended?.mail.text).toContain('olga resolved it.')
  expect(ended?.mail.text).toContain('Your link expired with the review')
  await act(name, { kind: 'hand-over', to: { key: `person:${ids.get('olga')}`, name: 'olga' } }).catch(() => undefined)
  await act(name, { kind: 'mark', outcome: 'built', versions: ['9.0'] })
  await later(2 * HOUR_MS)
  const [outcome] = await arrived('rita@elsewhere.test')
  expect(outcome?.mail.text).toContain('olga recorded its outcome.')
  expect(outcome?.raw).not.toContain('/review/')
})

test('a guest with a revoked link gets no mail about the end of the review', async () => {
  const name = await reviewed()
  await later(0)
  const { spec } = await as('olga').specs.get({ project: 'lab', name })
  const key = spec.readers.find(({ who }) => who.key.startsWith('guest:'))?.who.key ?? ''
  await as('olga').reviewers.revokeLink({ project: 'lab', name, key })
  smtp.received.splice(0)
  await act(name, { kind: 'withdraw', reason: 'not now' })
  await later(2 * HOUR_MS)
  expect(await arrived('rita@elsewhere.test')).toEqual([])
  expect((await arrived('vic@assay.test')).length).toBe(1)
})

test('the end of a comment period is mailed a day before it, and the meeting after it a day before that', async () => {
  const spec = { kind: 'functional', title: 'Periods', text: TEXT }
  const { name } = await as('olga').specs.create({ project: 'lab', spec })
  await as('olga').reviewers.inviteMember({ project: 'lab', name, personId: ids.get('vic') ?? '' })
  const dates = { commentsUntil: inDays(15), meetingAt: inDays(20) }
  await act(name, { kind: 'schedule', ...dates, timeZone: 'UTC', place: 'Room 1' })
  await later(0)
  await arrived('vic@assay.test')
  const subjects = async () => (await arrived('vic@assay.test')).map(({ mail }) => mail.subject ?? '')
  await later(14 * DAY_MS + HOUR_MS)
  await later(HOUR_MS)
  expect(await subjects()).toEqual([expect.stringContaining(`Review of ${name} Periods: comments until `)])
  await later(5 * DAY_MS)
  await later(HOUR_MS)
  expect(await subjects()).toEqual([expect.not.stringContaining('comments until')])
})
