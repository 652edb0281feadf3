import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Received = { from: string; to: string[]; user: string; isSecure: boolean; raw: string }

export type SmtpServer = { port: number; received: Received[]; stop(): Promise<void> }

/** Starts an SMTP server that stores received mails; its password is `sesame`, and its certificate is self-signed. */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<SmtpServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    onAuth: ({ username, password }, _session, answer) =>
      password === 'sesame' ? answer(null, { user: username }) : answer(new Error('Wrong password')),
    onData(stream, { envelope, user, secure }, answer) {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          user: String(user),
          isSecure: secure,
          raw,
        })
        answer()
      })
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // A server that listens on TCP has a port.
    port: (server.server.address() as AddressInfo).port,
    received,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
