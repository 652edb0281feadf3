/** An answer by mail, as a mail server delivers it that received it from the internet. */
export type RawMail = {
  from: string
  to: string
  text?: string
  id?: string
  /** More headers, which the mail has in this order. */
  headers?: readonly string[]
  /** The result of DMARC. */
  dmarc?: string
  /** The remaining headers and the content, instead of a text. */
  body?: string
}

export function rawMail(mail: RawMail): Buffer {
  const { from, to, text = 'Because.', id = crypto.randomUUID(), headers = [], dmarc = 'pass', body } = mail
  const head = [
    `Authentication-Results: mx.lab.test (v1 (nested)); dkim=pass header.d=assay.test; dmarc=${dmarc} header.from=assay.test`,
    'Received: from mail.assay.test by mx.lab.test; Sat, 21 Nov 2026 13:00:00 +0000',
    `From: "A person, of the lab" <${from}>`,
    `To: Assay <${to}>`,
    `Message-ID: <${id}@assay.test>`,
    'Subject: Re: News about FS-1 Datatypes',
    ...headers,
  ].join('\r\n')
  return Buffer.from(`${head}\r\n${body ?? `\r\n${text}`}`)
}

/** The body of a mail with several parts, each with its headers. */
export const multipart = (parts: readonly string[]): string =>
  `Content-Type: multipart/mixed; boundary=x\r\n\r\n${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`
