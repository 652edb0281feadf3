import { SERVER } from '@assay/db/open'
import { anonymous } from '@assay/testing/server/callers'
import { multipart, type RawMail, rawMail } from '@assay/testing/server/raw-mail'
import { recordingMailer } from '@assay/testing/server/recording-mailer'
import { addSpecMailLab, type SpecMailLab, sendDueMails } from '@assay/testing/server/spec-mail-lab'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { workerTasks } from '../jobs/job-worker.ts'
import type { Mail } from '../mail/mail.ts'
import { createCaller } from '../router.ts'
import { HOUR_MS } from '../tokens/new-token.ts'
import { receiveMail } from './receive-mail.ts'

const START = new Date('2026-11-21T12:00:00Z')
const DAY_MS = 24 * HOUR_MS
const REPLIES = { address: 'reply@lab.test', authServer: 'mx.lab.test' }

let server: TestServer
let lab: SpecMailLab
let slug = ''
let count = 0
let now = START
const mails: Mail[] = []

beforeAll(async () => {
  const mailer = { ...recordingMailer(mails), from: 'Assay <assay@lab.test>', replies: REPLIES }
  server = await startTestServer({ now: () => now, mailer, limits: 'mail-reply.email=4/h' })
  await server.db.jobs.prepare()
})
afterAll(() => server.stop())

beforeEach(async () => {
  now = new Date(START.getTime() + count * DAY_MS)
  lab = await addSpecMailLab(server, ++count, { olga: 'author', vic: 'viewer' })
  slug = lab.slug
  mails.length = 0
})

const addressOf = (name: string) => lab.addressOf(name)
const as = (name: string) => lab.as(name)
const act = (person: string, action: object) => lab.act(person, 'FS-1', action)
const comment = (person: string, body: string) =>
  act(person, { kind: 'give', body, anchor: { kind: 'whole' }, revision: 1 })
const comments = async () => (await as('olga').specs.get({ project: slug, name: 'FS-1' })).spec.feedback

/** Moves the clock by `ms`, runs the due jobs of the worker, and returns the last mail to a person. */
async function mailTo(name: string, ms = HOUR_MS): Promise<Mail> {
  now = new Date(now.getTime() + ms)
  await sendDueMails(server)
  const mail = mails.findLast(({ to }) => to === addressOf(name))
  if (mail === undefined) throw new Error(`${name} got no mail.`)
  return mail
}

/** A spec in review, of olga, with the reviewers vic and the guest rita. */
async function inReview(): Promise<{ secret: string; key: string }> {
  const { secret } = await lab.startReview(now, 'UTC')
  await mailTo('vic', 0)
  const { spec } = await as('olga').specs.get({ project: slug, name: 'FS-1' })
  const key = spec.readers.find(({ who }) => who.key.startsWith('guest:'))?.who.key ?? ''
  return { secret, key }
}

const send = (mail: RawMail) => receiveMail(server.services, rawMail(mail))

test('an answer becomes a reply to the comment of the mail, once, with the name of its author', async () => {
  await inReview()
  await comment('vic', 'Why four modes?')
  const mail = await mailTo('olga')
  expect(mail.text).toMatch(/^--- Write your answer above this line ---\n/)
  expect(mail.text).toContain('An answer to this e-mail becomes a reply to F-1.')
  expect(mail.replyTo).toMatch(/^reply\+[a-z2-7]{55}@lab\.test$/)
  const answer = { from: addressOf('olga').toUpperCase(), to: mail.replyTo?.toUpperCase() ?? '', id: 'one' }
  const text = `The **standard** has four.\r\n\r\nOn Sat, Nov 21, 2026 Assay wrote:\r\n\r\n> ${mail.text.replaceAll('\n', '\r\n> ')}`
  expect(await send({ ...answer, text })).toEqual({ outcome: 'stored', reason: 'A reply to F-1 of FS-1' })
  expect(await send({ ...answer, text })).toMatchObject({ outcome: 'stored' })
  const [first, ...more] = await comments()
  expect(more).toEqual([])
  expect(first?.replies).toMatchObject([{ by: { name: `olga${count}` }, text: 'The **standard** has four.' }])
  expect(mails.filter(({ subject }) => subject.includes('not stored'))).toEqual([])
})

test('a guest answers by mail, until the link is revoked', async () => {
  const { key } = await inReview()
  await comment('vic', 'Why four modes?')
  const { replyTo = '' } = await mailTo('rita')
  expect(await send({ from: addressOf('rita'), to: replyTo, text: 'I agree.' })).toMatchObject({ outcome: 'stored' })
  expect((await comments())[0]?.replies).toMatchObject([{ by: { key, name: 'Rita' }, text: 'I agree.' }])
  await as('olga').reviewers.revokeLink({ project: slug, name: 'FS-1', key })
  expect(await send({ from: addressOf('rita'), to: replyTo })).toMatchObject({ outcome: 'ignored' })
})

test('an answer to several comments names one of them, and an answer to none is a comment on the spec', async () => {
  await inReview()
  const invitation = mails.find(({ to, subject }) => to === addressOf('vic') && subject.includes('asks you'))
  const first = { from: addressOf('vic'), to: invitation?.replyTo ?? '' }
  expect(await send({ ...first, text: 'A fine spec.' })).toEqual({ outcome: 'stored', reason: 'A comment on FS-1' })
  await comment('vic', 'And two?')
  const { replyTo: to = '', text } = await mailTo('olga')
  expect(text).toContain('begin your answer with the comment that it is about (F-1, F-2)')
  const from = addressOf('olga')
  expect(await send({ from, to, text: 'Yes.' })).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining('F-1, F-2'),
  })
  expect(mails.at(-1)).toMatchObject({ to: from, text: expect.stringContaining('F-1, F-2') })
  expect(await send({ from, to, text: 'f-2: Two as well.' })).toMatchObject({ outcome: 'stored' })
  expect((await comments()).map(({ body, replies }) => [body, ...replies.map((one) => one.text)])).toEqual([
    ['A fine spec.'],
    ['And two?', 'Two as well.'],
  ])
})

test('the rights are those of this moment', async () => {
  await inReview()
  await act('vic', { kind: 'give', body: 'Why four modes?', anchor: { kind: 'whole' }, revision: 1 })
  await act('olga', { kind: 'reply', feedback: 1, text: 'Why not?' })
  const { replyTo: to = '' } = await mailTo('vic')
  const from = addressOf('vic')
  const personId = lab.idOf('vic')
  await server.db.accounts.startTotp(personId, 'sealed')
  const proof = { personId, sessionId: crypto.randomUUID(), at: now }
  await server.db.accounts.confirmTotp(proof, { step: 1, codeHmacs: [] }, SERVER)
  expect(await send({ from, to })).toMatchObject({ reason: expect.stringContaining('needs more than a password') })
  await server.db.accounts.removeTotp(personId, SERVER)
  await server.db.organizations.takeOffProject(lab.project.id, personId, SERVER)
  expect(await send({ from, to })).toEqual({ outcome: 'refused', reason: 'You can no longer read the project.' })
  const author = { from: addressOf('olga'), to: (await mailTo('olga', 0)).replyTo ?? '' }
  await act('olga', { kind: 'withdraw', reason: 'not now' })
  expect(await send(author)).toMatchObject({ outcome: 'refused' })
  expect(mails.at(-1)).toMatchObject({ to: author.from, subject: expect.stringContaining('was not stored') })
  now = new Date(now.getTime() + 60 * DAY_MS)
  expect(await send(author)).toMatchObject({
    outcome: 'refused',
    reason: 'That e-mail is older than 30 days. Answer on the page of the spec.',
  })
})

/** The address with another character at a position. */
const changed = (address: string, at: number) =>
  `${address.slice(0, at)}${address[at] === 'a' ? 'b' : 'a'}${address.slice(at + 1)}`

test('forged, automatic and made-up mails are ignored without an answer', async () => {
  await inReview()
  await comment('vic', 'Why four modes?')
  const { replyTo: to = '' } = await mailTo('olga')
  const from = addressOf('olga')
  const sent = mails.length
  const forged: Record<string, RawMail> = {
    'another sender': { from: 'eve@evil.test', to },
    'another recipient of the same spec': { from: addressOf('vic'), to },
    'not authenticated': { from, to, dmarc: 'fail' },
    'authenticated by the sender as well': {
      ...{ from, to, dmarc: 'none' },
      headers: ['Authentication-Results: mx.lab.test; dmarc=pass header.from=assay.test'],
    },
    'authenticated by another server': {
      from,
      to,
      dmarc: 'none',
      headers: ['Authentication-Results: mx.evil.test; dmarc=pass'],
    },
    'a result in a comment': { from, to, dmarc: 'none (; dmarc=pass)' },
    'two senders': { from, to, headers: ['From: eve@evil.test'] },
    'two senders in one header': { from: `${from}>, <eve@evil.test`, to },
    'another end': { from, to: changed(to, 60) },
    'another signature': { from, to: changed(to, 50) },
    'another notification': { from, to: changed(to, 30) },
    'another project': { from, to: changed(to, 8) },
    'no secret': { from, to: 'reply@lab.test' },
    'another host': { from, to: to.replace('@lab.test', '@lab.test.evil.test') },
    'an out-of-office reply': { from, to, headers: ['Auto-Submitted: auto-replied'] },
    'a vacation message': { from, to, headers: ['Precedence: bulk'] },
    'a mailing list': { from, to, headers: ['List-Id: <lab.assay.test>'] },
    'a bounce': { from, to, headers: ['Return-Path: <>'] },
    'a delivery report': {
      from,
      to,
      body: 'Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\n\r\nNo.\r\n--x--\r\n',
    },
    'a mail of this server': { from: 'assay@lab.test', to },
    'deep nesting': {
      from,
      to,
      body: Array.from(
        { length: 50 },
        (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
      ).join(''),
    },
    'endless headers': { from, to, headers: Array.from({ length: 20_000 }, (_, n) => `X-A${n}: ${'('.repeat(20)}`) },
    'too many bytes': { from, to, text: 'x'.repeat(5_000_001) },
  }
  for (const [name, mail] of Object.entries(forged)) {
    expect([name, await send(mail)]).toMatchObject([name, { outcome: 'ignored' }])
  }
  expect(await receiveMail(server.services, Buffer.from([0, 255, 13, 10, 0]))).toMatchObject({ outcome: 'ignored' })
  expect(await receiveMail(server.services, Buffer.from(''))).toMatchObject({ outcome: 'ignored' })
  expect((await comments())[0]?.replies).toEqual([])
  expect(mails).toHaveLength(sent)
})

test.each<[string, Partial<RawMail>, string]>([
  [
    'a file',
    {
      body: multipart([
        '\r\nSee there.',
        'Content-Type: application/pdf; name=plan.pdf\r\nContent-Disposition: attachment\r\n\r\n%PDF',
      ]),
    },
    'plan.pdf',
  ],
  [
    'a forwarded mail',
    { body: multipart(['\r\nSee there.', 'Content-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nsecret']) },
    'message/rfc822',
  ],
  ['no text', { text: '> quoted\r\n' }, 'no text'],
  [
    'a text below the quotation',
    { text: '> --- Write your answer above this line ---\r\n> Why?\r\n\r\nBecause.' },
    'above the line',
  ],
  ['a comment that does not exist', { text: 'F-9: Because.' }, ''],
  ['too many characters', { text: 'x'.repeat(20_001) }, '20000'],
])('%s is refused, and its author gets the reason', async (_, mail, reason) => {
  await inReview()
  await comment('vic', 'Why four modes?')
  const { replyTo: to = '' } = await mailTo('olga')
  expect(await send({ from: addressOf('olga'), to, ...mail })).toMatchObject({ outcome: 'refused' })
  expect(mails.at(-1)).toMatchObject({ to: addressOf('olga'), text: expect.stringContaining(reason) })
  expect((await comments())[0]?.replies).toEqual([])
})

test('text, HTML and signed mails of several programs are read, and at most four an hour of a person', async () => {
  await inReview()
  await comment('vic', 'Why four modes?')
  const { replyTo: to = '' } = await mailTo('olga')
  const from = addressOf('olga')
  const bodies = [
    'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Because it rounds =E2=86=91.</p><p>&nbsp;</p>',
    'Content-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: base64\r\n\r\nWWVzLCBm/HIgYWxsZS4=\r\n--x\r\nContent-Type: text/html\r\n\r\n<b>no</b>\r\n--x--\r\n',
    multipart([
      '\r\nWith a logo.',
      'Content-Type: image/png\r\nContent-Disposition: inline\r\n\r\nx',
      'Content-Type: application/pkcs7-signature\r\n\r\nx',
    ]),
    '\r\nThe last.',
    '\r\nOne too many.',
  ]
  const outcomes = []
  for (const body of bodies) outcomes.push((await send({ from, to, body })).outcome)
  expect(outcomes).toEqual(['stored', 'stored', 'stored', 'stored', 'ignored'])
  expect((await comments())[0]?.replies.map(({ text }) => text)).toEqual([
    'Because it rounds ↑.',
    'Yes, für alle.',
    'With a logo.',
    'The last.',
  ])
})

test('a mail that cannot be answered says so', async () => {
  const { secret } = await inReview()
  await createCaller({ services: server.services, caller: anonymous }).guests.act({
    secret,
    action: { kind: 'give', body: 'Me too.', anchor: { kind: 'whole' }, revision: 1 },
  })
  const { replies, ...mailer } = { ...server.services.mail }
  const services = { ...server.services, mail: mailer }
  now = new Date(now.getTime() + 2 * HOUR_MS)
  const tasks = workerTasks(services)
  await tasks['process-outbox']({})
  await server.db.jobs.runPending(tasks)
  const mail = mails.find(({ to }) => to === addressOf('olga'))
  expect(mail?.text).toContain('This e-mail cannot be answered.')
  expect(mail?.replyTo).toBeUndefined()
  expect(replies).toEqual(REPLIES)
  expect(await receiveMail(services, Buffer.from('x'))).toMatchObject({ outcome: 'ignored' })
})
