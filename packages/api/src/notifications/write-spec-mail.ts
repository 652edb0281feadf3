import type { Notice, Project, ProjectQueries, StoredSpec } from '@assay/db/types'
import { plural } from '@assay/domain/plural'
import { type By, may } from '@assay/domain/specs/actions/permissions'
import { STATE_WORDS } from '@assay/domain/specs/actions/refusal'
import { feedbackName, statusOf } from '@assay/domain/specs/feedback'
import { meetingTime } from '@assay/domain/specs/meeting/meeting-time'
import { isMentioned } from '@assay/domain/specs/mentions'
import { currentRound, specName, stateAt } from '@assay/domain/specs/spec'
import { describeSpecSteps, type MailKind, mailKindOf, quoteSpecSteps } from '@assay/domain/specs/spec-notification'
import { writeMail } from '../mail/mail.ts'
import { REPLY_LINE } from '../mail-replies/answer-text.ts'
import { specUrl } from '../spec-guests/guest-invitation-mail.ts'
import { reviewCalendar } from '../spec-guests/review-calendar.ts'
import { NO_REPLY, replyHint, replyOf } from './reply-hint.ts'
import type { MailReply, WrittenMail } from './written-spec-mail.ts'

type SpecMailContext = {
  project: Project
  queries: ProjectQueries
  publicUrl: string
  now: Date
  by: By
  /** The addresses of the recipient and of the server, for the attendee and the organizer of a calendar event. */
  to: string
  from: string | undefined
  /** False for a guest whose link expired with the review. */
  hasLink: boolean
  /** True when an answer by mail becomes a reply. */
  canReply: boolean
  mutedSpecs: readonly string[]
  mutedKinds: readonly MailKind[]
}

type Parts = WrittenMail
type SpecNews = { notices: readonly Notice[]; stored: StoredSpec; name: string; title: string }

const LINK_ENDED =
  'Your link expired with the review. Your comments remain in the appendix of the spec; ask its authors for a new link if you want to read it.'

/** Events of which a guest with an expired link is still notified: the end of the review, and its outcome. */
const ENDINGS: ReadonlySet<string> = new Set(['resolve', 'withdraw', 'supersede', 'mark'])

const LINK_IS_IN_INVITATION =
  'Your link is in the mail that invited you; ask the authors for a new link if you lost it.'

/** Writes a mail about specs for one recipient; `nothing` is the reason why none is sent. */
export async function writeSpecMail(
  context: SpecMailContext,
  kind: string,
  notices: readonly Notice[],
): Promise<Parts | { nothing: string }> {
  const visible = context.hasLink ? notices : notices.filter(({ event }) => ENDINGS.has(event?.kind ?? ''))
  if (visible.length === 0) return { nothing: 'The link of the recipient expired or was revoked.' }
  const news = await readable(context, visible)
  const [first] = news
  if (first === undefined) return { nothing: 'The recipient can no longer read the spec, or turned off its e-mails.' }
  const written = await writeKind(context, kind, news, first)
  // A digest of several specs belongs to none of their conversations.
  return 'nothing' in written || news.length > 1 ? written : { ...written, threadId: `spec-${first.stored.id}` }
}

function writeKind(context: SpecMailContext, kind: string, news: readonly SpecNews[], first: SpecNews) {
  switch (kind) {
    case 'spec-invited':
      return invited(context, first)
    case 'spec-meeting':
      return ofMeeting(context, first)
    case 'spec-reminder':
      return reminder(context, first)
    default:
      return digest(context, news)
  }
}

/** The specs that the recipient may see and has not muted, with the notices of kinds that are not turned off. */
async function readable(context: SpecMailContext, notices: readonly Notice[]): Promise<SpecNews[]> {
  const { queries, by, mutedSpecs } = context
  const specs: SpecNews[] = []
  for (const [specId, ofSpec] of Map.groupBy(notices, (notice) => notice.specId)) {
    const [first] = ofSpec
    if (first === undefined || mutedSpecs.includes(specId)) continue
    const stored = await queries.specs.find(first)
    if (stored === null || !may(stored.spec, by, 'view')) continue
    const wanted = ofSpec.filter((notice) => isWanted(context, notice, stored))
    if (wanted.length === 0) continue
    const name = specName(stored.spec)
    specs.push({ notices: wanted, stored, name, title: `${name} ${stored.spec.title}` })
  }
  return specs
}

/** A mention is mailed although its kind is turned off. */
function isWanted({ mutedKinds, by }: SpecMailContext, { event }: Notice, { spec }: StoredSpec): boolean {
  const kind = event === null ? 'meetings' : mailKindOf(event.kind)
  if (kind === null || !mutedKinds.includes(kind)) return true
  return spec.feedback.some((one) => one.number === event?.feedback && isMentioned(one, by.person))
}

const isGuest = ({ by }: SpecMailContext) => by.person.key.startsWith('guest:')

const urlOf = ({ project, publicUrl }: SpecMailContext, name: string) => specUrl(publicUrl, project, name)

/** Returns the link to the spec; for a guest a sentence instead, because their link is not stored. */
function linkOf(
  context: SpecMailContext,
  { name }: SpecNews,
  path = '',
): { paragraphs: string[]; link?: { label: string; url: string } } {
  if (isGuest(context)) return { paragraphs: [context.hasLink ? LINK_IS_IN_INVITATION : LINK_ENDED] }
  return { paragraphs: [], link: { label: `Read ${name}`, url: `${urlOf(context, name)}${path}` } }
}

async function calendarOf(context: SpecMailContext, { stored, name }: SpecNews): Promise<Pick<Parts, 'calendar'>> {
  const { by, to, from } = context
  const url = isGuest(context) ? null : urlOf(context, name)
  const attendance = from === undefined ? null : { from, to, name: by.person.name }
  const calendar = await reviewCalendar(context, stored, { url, attendance })
  return calendar.ok ? { calendar: calendar.value } : {}
}

async function invited(context: SpecMailContext, news: SpecNews): Promise<Parts | { nothing: string }> {
  const { stored, title } = news
  if (!stored.spec.readers.some(({ who }) => who.key === context.by.person.key)) {
    return { nothing: 'The invitation was withdrawn.' }
  }
  const round = currentRound(stored.spec)
  const by = news.notices[0]?.event?.by ?? 'Somebody'
  const { paragraphs, link } = linkOf(context, news)
  return {
    ...parts({
      reply: replyOf(context, news),
      subject: `${by} asks you to review ${title}`,
      paragraphs: [
        `${by} asks you to review ${title} of ${context.project.name}.`,
        ...(round === null
          ? []
          : round.withoutMeeting === true
            ? [`Comments are welcome until ${meetingTime(round)}. There is no meeting.`]
            : [`The review meeting is on ${meetingTime(round)}, ${round.place}. You do not have to attend.`]),
        ...paragraphs,
      ],
      link,
    }),
    ...(round === null ? {} : await calendarOf(context, news)),
  }
}

async function ofMeeting(context: SpecMailContext, news: SpecNews): Promise<Parts | { nothing: string }> {
  const { stored, title, notices } = news
  const event = notices[0]?.event
  const round = stored.spec.rounds.at(-1)
  if (round === undefined || event == null) return { nothing: 'There is no meeting.' }
  const { lastAt } = await context.queries.guestLinks.countMeetingChanges(stored.id)
  if (lastAt !== event.at) return { nothing: 'The meeting changed again; a newer message reports that.' }
  const isMeeting = round.withoutMeeting !== true
  const when = isMeeting ? `${meetingTime(round)}, ${round.place}` : `comments until ${meetingTime(round)}`
  const words = {
    schedule: {
      subject: `Review of ${title}: ${when}`,
      text: isMeeting
        ? `${event.by} scheduled the review of ${title} for ${when}.`
        : `${event.by} asks for comments on ${title} until ${meetingTime(round)}. There is no meeting.`,
    },
    postpone: {
      subject: `Review of ${title} is postponed: ${when}`,
      text: isMeeting
        ? `${event.by} postponed the review of ${title} to ${when}.`
        : `${event.by} changed the comment period of ${title}: ${when}.`,
    },
    withdraw: {
      subject: `Review of ${title} is canceled`,
      text: `${event.by} withdrew ${title}; its ${isMeeting ? 'meeting is canceled' : 'comment period is over'}.`,
    },
  }[event.kind]
  if (words === undefined) return { nothing: 'It is not about a meeting.' }
  const { paragraphs, link } = linkOf(context, news)
  const note = isMeeting
    ? 'Comments are welcome before the meeting, and most get a response by then. You do not have to attend.'
    : 'Every comment gets a response, which is stored with the spec.'
  return {
    ...parts({
      reply: replyOf(context, news),
      subject: words.subject,
      paragraphs: [words.text, ...(event.kind === 'withdraw' ? [] : [note]), ...paragraphs],
      link,
    }),
    ...(await calendarOf(context, news)),
  }
}

async function reminder(context: SpecMailContext, news: SpecNews): Promise<Parts | { nothing: string }> {
  const { stored, title } = news
  const round = currentRound(stored.spec)
  if (round === null || stateAt(stored.spec, context.now) !== 'in-review') return { nothing: 'The meeting is over.' }
  const open = stored.spec.feedback.filter((one) => statusOf(one) === 'open').length
  const { paragraphs, link } = linkOf(context, news)
  // The next date of the round: the end of its comments, then its meeting.
  const { commentsUntil = round.meetingAt, withoutMeeting } = round
  const comments = withoutMeeting === true || Date.parse(commentsUntil) > context.now.getTime() ? commentsUntil : null
  const isComments = comments !== null && (withoutMeeting === true || comments !== round.meetingAt)
  const time = meetingTime(isComments ? { ...round, meetingAt: comments } : round)
  return {
    ...parts({
      reply: replyOf(context, news),
      subject: `Review of ${title}: ${isComments ? 'comments until ' : ''}${time}`,
      paragraphs: [
        isComments
          ? `Comments on ${title} are welcome until ${time}.`
          : `The review meeting of ${title} is on ${time}, ${round.place}.`,
        open === 0 ? 'No comment is open.' : `${plural(open, 'comment is', 'comments are')} open.`,
        ...(await sinceRead(context, news)),
        ...paragraphs,
      ],
      link,
    }),
    ...(await calendarOf(context, news)),
  }
}

/** The comments of the digest that mention the recipient. */
function mentioned({ by }: SpecMailContext, { notices, stored }: SpecNews): string[] {
  const events = notices.flatMap(({ event }) => (event === null ? [] : [event]))
  const numbers = new Set(events.map(({ feedback }) => feedback))
  // The event of a new comment has no number.
  const givers = new Set(events.flatMap((event) => (event.kind === 'give' ? [event.by] : [])))
  const found = stored.spec.feedback.filter(
    (one) => (numbers.has(one.number) || givers.has(one.giver.name)) && isMentioned(one, by.person),
  )
  if (found.length === 0) return []
  return [`You are mentioned in ${found.map(({ number }) => feedbackName(number)).join(', ')}.`]
}

async function digest(context: SpecMailContext, news: readonly SpecNews[]): Promise<Parts> {
  const paragraphs: string[] = []
  for (const one of news) {
    const deeds = one.notices.flatMap(({ event }) =>
      event === null
        ? []
        : [
            {
              ...{ by: event.by, kind: event.kind, note: event.note ?? undefined },
              ...{ feedback: event.feedback ?? undefined, answer: event.answer ?? undefined },
              ...{ content: event.content ?? undefined, text: event.text },
            },
          ],
    )
    const state = STATE_WORDS[stateAt(one.stored.spec, context.now)]
    paragraphs.push(
      `${one.title} (${state}):`,
      ...describeSpecSteps(deeds),
      ...quoteSpecSteps(deeds, one.stored.spec.feedback),
      ...mentioned(context, one),
      ...(await sinceRead(context, one)),
    )
    if (news.length > 1 && !isGuest(context)) paragraphs.push(urlOf(context, one.name))
  }
  const [first] = news
  const names = news.map(({ name }) => name).join(', ')
  const { link, paragraphs: more } = first === undefined ? { paragraphs: [] } : linkOf(context, first)
  return parts({
    reply: news.length === 1 && first !== undefined ? replyOf(context, first) : undefined,
    subject: news.length === 1 && first !== undefined ? `News about ${first.title}` : `News about ${names}`,
    paragraphs: [...paragraphs, ...more],
    link: news.length === 1 ? link : undefined,
  })
}

/** Returns a sentence with the address of the changes when the spec changed since the recipient read it. */
async function sinceRead(context: SpecMailContext, { stored, name }: SpecNews): Promise<string[]> {
  const receipts = await context.queries.specs.listReadReceipts(stored.id)
  const read = receipts.filter(({ person }) => person.key === context.by.person.key).map(({ revision }) => revision)
  const last = Math.max(0, ...read)
  const { revision } = stored.spec
  if (!context.hasLink || last === 0 || last >= revision || may(stored.spec, context.by, 'edit')) return []
  const sentence = `You read revision ${last}; it is at revision ${revision} now.`
  if (isGuest(context)) return [sentence]
  return [`${sentence} Changes: ${urlOf(context, name)}/changes?from=${last}&to=${revision}`]
}

function parts({
  subject,
  paragraphs,
  link,
  reply,
}: {
  subject: string
  paragraphs: readonly string[]
  link: { label: string; url: string } | undefined
  reply: MailReply | undefined
}): Parts {
  const hint = reply === undefined ? NO_REPLY : replyHint(reply)
  const all = [...(reply === undefined ? [] : [REPLY_LINE]), ...paragraphs, hint]
  const { to: _to, ...rest } = writeMail({ to: '', subject, paragraphs: all, ...(link === undefined ? {} : { link }) })
  return reply === undefined ? rest : { ...rest, reply }
}
