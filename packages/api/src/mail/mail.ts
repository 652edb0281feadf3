import { escapeHtml } from '@assay/domain/compare/render/escape-html'

/** A mail as text and as HTML. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Stays the same when a mail is sent again, so that mail programs show it once. */
  messageId?: string
  /** Id of a conversation, of which mail programs show all mails together. */
  threadId?: string | undefined
  /** Address to which answers are sent; without one they go to the sender address of the server. */
  replyTo?: string | undefined
  /** A meeting as an iCalendar file. */
  calendar?: { filename: string; text: string; method: 'PUBLISH' | 'REQUEST' | 'CANCEL' } | undefined
}

/** Content of a mail: paragraphs, and at most one link. */
export type Letter = {
  to: string
  subject: string
  paragraphs: readonly string[]
  link?: { label: string; url: string }
}

/** Renders a letter as a mail. Text from users is escaped in both forms. */
export function writeMail({ to, subject, paragraphs, link }: Letter): Mail {
  const text = [...paragraphs, ...(link === undefined ? [] : [`${link.label}:\n${link.url}`]), '-- \nAssay']
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>\n')}</p>`),
    ...(link === undefined ? [] : [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`]),
    '<p>Assay</p>',
  ]
  return { to, subject: oneLine(subject), text: text.join('\n\n'), html: html.join('\n') }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
