import { escapeHtml } from '@assay/domain/compare/escape-html'

/** A mail in both forms. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** The same when it is sent again, so that a reader of mail shows it once. */
  messageId?: string
  /** A meeting, as calendars take it. */
  calendar?: { filename: string; text: string; method: 'PUBLISH' | 'REQUEST' | 'CANCEL' } | undefined
}

/** What a mail says: sentences, and at most one thing to follow. */
export type Letter = {
  to: string
  subject: string
  paragraphs: readonly string[]
  link?: { label: string; url: string }
}

/** A mail out of a letter. Whatever a stranger may have named is text in both forms. */
export function writeMail({ to, subject, paragraphs, link }: Letter): Mail {
  const text = [...paragraphs, ...(link === undefined ? [] : [`${link.label}:\n${link.url}`]), '-- \nAssay']
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(link === undefined ? [] : [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`]),
    '<p>Assay</p>',
  ]
  return { to, subject: oneLine(subject), text: text.join('\n\n'), html: html.join('\n') }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
