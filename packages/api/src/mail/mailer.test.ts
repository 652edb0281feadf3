import { type SmtpServer, startSmtpServer } from '@assay/testing/server/smtp-server'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { writeMail } from './mail.ts'
import { openMailer } from './mailer.ts'

// An SMTP server with a self-signed certificate.

const servers: SmtpServer[] = []
afterEach(async () => {
  for (const { stop } of servers.splice(0)) await stop()
})
async function startServer(options: SMTPServerOptions = {}): Promise<SmtpServer> {
  const server = await startSmtpServer(options)
  servers.push(server)
  return server
}

const mailer = (url: string) => openMailer({ url, from: 'Assay <assay@lab.test>' })
const LETTER = writeMail({
  to: 'ada@lab.test',
  subject: 'PostgreSQL 17.6 to 18.0:\r\nBcc: eve@evil.test',
  paragraphs: ['12 of 27 tests are worse, median 0.93. <b>Ümläut</b>'],
  link: { label: 'See the finding', url: 'https://assay.test/p/lab/findings/1' },
})

test('a mail arrives as text and HTML over TLS, with authentication', async () => {
  const { port, received } = await startServer()
  const { sendMail } = mailer(`smtp://runner:sesame@127.0.0.1:${port}/?tls.rejectUnauthorized=false`)
  expect(await sendMail({ ...LETTER, messageId: 'finding-1' })).toBe('sent')
  expect(received).toMatchObject([{ from: 'assay@lab.test', to: ['ada@lab.test'], user: 'runner', isSecure: true }])
  const mail = await PostalMime.parse(received[0]?.raw ?? '')
  expect(mail.subject).toBe('PostgreSQL 17.6 to 18.0: Bcc: eve@evil.test')
  expect(mail.bcc ?? []).toEqual([])
  expect(mail.messageId).toBe('<finding-1@assay>')
  expect(mail.text).toContain('12 of 27 tests are worse, median 0.93. <b>Ümläut</b>')
  expect(mail.html).toContain('&lt;b&gt;Ümläut&lt;/b&gt;')
  expect(mail.html).toContain('href="https://assay.test/p/lab/findings/1"')
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
})

test('mails of one conversation refer to the same message, and each has its own id', async () => {
  const { port, received } = await startServer()
  const { sendMail } = mailer(`smtp://runner:sesame@127.0.0.1:${port}/?tls.rejectUnauthorized=false`)
  for (const messageId of ['first', 'second']) await sendMail({ ...LETTER, messageId, threadId: 'spec-1' })
  const mails = await Promise.all(received.map(({ raw }) => PostalMime.parse(raw)))
  expect(mails.map((mail) => [mail.messageId, mail.inReplyTo, mail.references])).toEqual([
    ['<first@assay>', '<spec-1@assay>', '<spec-1@assay>'],
    ['<second@assay>', '<spec-1@assay>', '<spec-1@assay>'],
  ])
})

test('a server with an untrusted certificate gets neither mail nor password', async () => {
  let attempts = 0
  const { port, received } = await startServer({
    onAuth: (_auth, _session, answer) => {
      attempts += 1
      answer(null, { user: 'x' })
    },
  })
  await expect(mailer(`smtp://runner:sesame@127.0.0.1:${port}`).sendMail(LETTER)).rejects.toThrow(/certificate/)
  expect([attempts, received]).toEqual([0, []])
})

test('a refusal by the server is an error, so that the mail does not count as sent', async () => {
  const { port, received } = await startServer({
    onRcptTo: (_address, _session, answer) => answer(new Error('No such user here')),
  })
  const url = (password: string) => `smtp://runner:${password}@127.0.0.1:${port}/?tls.rejectUnauthorized=false`
  await expect(mailer(url('guess')).sendMail(LETTER)).rejects.toThrow(/Wrong password/)
  await expect(mailer(url('sesame')).sendMail(LETTER)).rejects.toThrow(/No such user here/)
  expect(received).toEqual([])
})

test('without a mail server nothing is sent, and the answer states that', async () => {
  expect(await openMailer(null).sendMail(LETTER)).toBe('not-configured')
})
