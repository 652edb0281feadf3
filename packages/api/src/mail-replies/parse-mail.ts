import { htmlDocumentToMarkdown } from '@assay/domain/publish/markdown/pasted/html-to-markdown'
import { err, ok, type Result } from '@assay/domain/result'
import type { Attachment, Email, Header } from 'postal-mime'

/** A received mail, as far as it is used. */
export type ReceivedMail = {
  from: string
  recipients: string[]
  messageId: string | null
  headers: Header[]
  text: string
  html: string
  /** Names of files that are attached. Images within the text and signatures are not files. */
  files: string[]
}

/** Mails of people have less; their quoted text is cut off before anything is stored. */
export const MAX_MAIL_BYTES = 5_000_000
const MAX_HEADER_BYTES = 200_000
const MAX_NESTING_DEPTH = 20

/** Headers that name a recipient. Those of the envelope are written by the mail server that delivers. */
const RECIPIENT_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']

/** Parses a mail (RFC 5322). The library is loaded with the first one. */
export async function parseMail(raw: Uint8Array): Promise<Result<ReceivedMail, string>> {
  if (raw.length > MAX_MAIL_BYTES) return err(`The mail has more than ${MAX_MAIL_BYTES / 1e6} MB.`)
  const { default: PostalMime } = await import('postal-mime')
  let mail: Email
  try {
    mail = await PostalMime.parse(raw, {
      maxHeadersSize: MAX_HEADER_BYTES,
      maxNestingDepth: MAX_NESTING_DEPTH,
      // A forwarded mail is a file of its own and never part of the text.
      forceRfc822Attachments: true,
    })
  } catch (cause) {
    return err(`The mail cannot be parsed: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
  // Several authors let a mail show another sender than the one that was authenticated.
  const fromHeaders = mail.headers.filter(({ key }) => key === 'from')
  const from = mail.from
  if (fromHeaders.length !== 1 || from?.address === undefined || /,|;/.test(withoutQuotes(fromHeaders[0]?.value ?? '')))
    return err('The mail does not have one sender.')
  const named = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(
    (one) => one.address ?? one.group.map(({ address }) => address),
  )
  const delivered = mail.headers.filter(({ key }) => RECIPIENT_HEADERS.includes(key)).map(({ value }) => value)
  return ok({
    from: from.address.toLowerCase(),
    recipients: [...delivered.map((value) => value.replaceAll(/[<>]/g, '')), ...named],
    messageId: mail.messageId ?? null,
    headers: mail.headers,
    text: mail.text ?? '',
    html: mail.html ?? '',
    files: mail.attachments.filter(isFile).map(({ filename, mimeType }) => filename ?? mimeType),
  })
}

/** The plain text of a mail; that of its HTML as Markdown if it has no other; null if it cannot be converted. */
export function textOfMail({ text, html }: Pick<ReceivedMail, 'text' | 'html'>): string | null {
  try {
    return (text.trim() === '' ? htmlDocumentToMarkdown(html) : text).replaceAll('\0', '')
  } catch {
    // Elements are nested too deeply.
    return null
  }
}

const withoutQuotes = (value: string) => value.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')

const SIGNATURE_TYPES = /^application\/(?:x-)?(?:pkcs7-signature|pgp-signature)$/

const isFile = ({ mimeType, disposition, related }: Attachment) =>
  !SIGNATURE_TYPES.test(mimeType) && !(mimeType.startsWith('image/') && (related === true || disposition === 'inline'))
