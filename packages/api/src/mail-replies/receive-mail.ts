import { createHash } from 'node:crypto'
import { scopeOf } from '@assay/db/open'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { err, type Result } from '@assay/domain/result'
import { feedbackName } from '@assay/domain/specs/feedback'
import { writeMail } from '../mail/mail.ts'
import { parseWrittenMail } from '../notifications/written-spec-mail.ts'
import { log } from '../observability/log.ts'
import type { Services } from '../services.ts'
import { actAsGuest } from '../spec-guests/review-as-guest.ts'
import { actOnSpec } from '../specs/act-on-spec.ts'
import { findAnswerText } from './answer-text.ts'
import { automaticReason } from './automatic-mail.ts'
import { findMailAuthor, type MailAuthor } from './mail-author.ts'
import { parseMail, type ReceivedMail, textOfMail } from './parse-mail.ts'
import { readReplyAddress } from './reply-address.ts'
import { passesDmarc } from './verify-dmarc.ts'

/** Days in which a mail can be answered. */
export const REPLY_DAYS = 30
const DAY_MS = 86_400_000
/** The name of a comment at the beginning of an answer. */
const COMMENT_NAME = /^\s*\[?F-(\d{1,6})\]?\s*[:.,)–-]?\s*/i

/**
 * `stored`: it is a reply or a comment now. `refused`: its author got the reason by e-mail. `ignored`: its author is
 * not certain, so no answer is sent.
 */
export type MailOutcome = { outcome: 'stored' | 'refused' | 'ignored'; reason: string }

/**
 * Stores an answer to a notification as a reply to its comment, with the rights that its author has in a browser at
 * this moment. The same mail is stored once, although it is delivered several times.
 *
 * @param raw the mail with all headers, as the mail server received it.
 */
export async function receiveMail(services: Services, raw: Uint8Array): Promise<MailOutcome> {
  const { replies, from: own = '' } = services.mail
  if (replies === undefined) return ignored('ASSAY_REPLY_ADDRESS is not set, so this server receives no mail.')
  const parsed = await parseMail(raw)
  if (!parsed.ok) return ignored(parsed.error)
  const mail = parsed.value
  const automatic = automaticReason(mail, own)
  if (automatic !== null) return ignored(`It is ${automatic}.`)
  const found = await readReplyAddress(services, replies.address, mail.recipients)
  if (found === null) return ignored('None of its recipients is an address that this server created.')
  if (!passesDmarc(mail, replies.authServer)) {
    return ignored(`Authentication-Results of ${replies.authServer} do not say dmarc=pass.`)
  }
  const author = await findMailAuthor(services, found)
  if (!author.ok) return ignored(author.error)
  if (author.value.email.toLowerCase() !== mail.from)
    return ignored('It is from another address than that of the recipient.')
  const subject = { kind: 'email', id: author.value.email } as const
  const taken = await services.limits.take('mail-reply', [subject])
  // Without a notice, because those would be too many as well.
  if (!taken.ok) return ignored('Its author answered too many mails within an hour.')
  const stored = await store(services, author.value, mail, raw)
  if (stored.ok) return { outcome: 'stored', reason: stored.value }
  await notifyAuthor(services, author.value, stored.error)
  return { outcome: 'refused', reason: stored.error }
}

const ignored = (reason: string): MailOutcome => ({ outcome: 'ignored', reason })

const refused = (reason: string): Result<never, string> => err(reason)

async function store(
  services: Services,
  author: MailAuthor,
  mail: ReceivedMail,
  raw: Uint8Array,
): Promise<Result<string, string>> {
  const { project, by, message, refusal } = author
  const now = services.now()
  if (refusal !== null) return refused(refusal)
  const written = message.body === null ? null : parseWrittenMail(message.body)
  const reply = written?.reply
  if (reply === undefined) return refused('That e-mail cannot be answered.')
  if (Date.parse(message.createdAt) + REPLY_DAYS * DAY_MS < now.getTime()) {
    return refused(`That e-mail is older than ${REPLY_DAYS} days. Answer on the page of the spec.`)
  }
  if (mail.files.length > 0) {
    return refused(`Files cannot be sent by e-mail (${mail.files.join(', ').slice(0, 300)}). Send the text alone.`)
  }
  const whole = textOfMail(mail)
  if (whole === null) return refused('The text cannot be read. Send it as plain text.')
  const { text, below } = findAnswerText(whole)
  if (below) return refused('There is text below the line or within the quoted e-mail. Write all of it above the line.')
  const named = COMMENT_NAME.exec(text)
  const body = named === null ? text : text.slice(named[0].length)
  if (body === '') return refused('There is no text above the line. Write your answer above it.')
  const names = reply.comments.map((number) => feedbackName(number)).join(', ')
  const number = named === null ? reply.comments[0] : Number(named[1])
  if (named === null && reply.comments.length > 1) {
    return refused(`That e-mail has several comments. Begin your answer with the one that it is about: ${names}.`)
  }
  const once = uuidFrom(mail.messageId ?? raw)
  const queries = services.db.in(scopeOf(project, author.actor(`mail ${once}`)))
  const access = { project, role: author.role, queries, workers: services.workers }
  const { name } = reply
  const action =
    number === undefined
      ? { kind: 'give', body, anchor: { kind: 'whole' }, revision: reply.revision }
      : { kind: 'reply', feedback: number, text: body }
  const done = author.isGuest
    ? await actAsGuest(services, { access, by, name }, action, { now, once })
    : await actOnSpec(services, access, by, { name, input: action, now, sent: { once } })
  if (!done.ok) return err(done.error.detail)
  return {
    ok: true,
    value: number === undefined ? `A comment on ${name}` : `A reply to ${feedbackName(number)} of ${name}`,
  }
}

/** The id of a mail as a UUID, under which it is stored once. */
function uuidFrom(id: string | Uint8Array): string {
  const hex = createHash('sha256').update('mail reply\n').update(id).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Mails the reason to the author of an answer that was not stored. */
async function notifyAuthor(services: Services, { email, project, message, isGuest }: MailAuthor, reason: string) {
  const written = message.body === null ? null : parseWrittenMail(message.body)
  const name = written?.reply?.name
  const about = name === undefined ? project.name : `${name} of ${project.name}`
  const page = `${services.publicUrl}${pathOfProject(project)}/specs${name === undefined ? '' : `/${name}`}`
  const letter = writeMail({
    to: email,
    subject: `Your answer about ${about} was not stored`,
    paragraphs: [`Your answer about ${about} was not stored.`, reason],
    ...(isGuest ? {} : { link: { label: 'Answer on the page', url: page } }),
  })
  try {
    await services.mail.sendMail({ ...letter, threadId: written?.threadId })
  } catch (error) {
    log.error({ component: 'mail-in', err: error }, 'a notice about an answer was not sent')
  }
}
