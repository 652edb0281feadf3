import type { Notice, Project, ProjectQueries, StoredSpec } from '@assay/db/types'
import { meetingTime } from '@assay/domain/specs/meeting-time'
import { type By, may } from '@assay/domain/specs/permissions'
import { STATE_WORDS } from '@assay/domain/specs/refusal'
import { currentRound, specName, stateAt } from '@assay/domain/specs/spec'
import { toldSpec } from '@assay/domain/specs/spec-notification'
import { type Mail, writeMail } from '../mail/mail.ts'
import { specUrl } from '../spec-guests/invitation-mail.ts'
import { reviewCalendar } from '../spec-guests/review-calendar.ts'

export type Listening = {
  project: Project
  queries: ProjectQueries
  publicUrl: string
  now: Date
  by: By
  /** Their address, and ours: a calendar asks who asks whom. */
  to: string
  from: string | undefined
  /** False of an outsider whose link ended with the review. */
  hasLink: boolean
  mutedSpecs: readonly string[]
}

type Parts = Omit<Mail, 'to'>
type Told = { notices: readonly Notice[]; stored: StoredSpec; name: string; title: string }

const LINK_ENDED =
  'Your link ended with the review and opens nothing any more. What you said stays in the appendix of the spec; its authors make you a new link if you want to read it.'

/** What somebody is still told whose link has ended: how the review ended, and what became of it. */
const ENDINGS: ReadonlySet<string> = new Set(['resolve', 'withdraw', 'supersede', 'mark'])

const LINK_IS_IN_INVITATION = 'Your link is in the mail by which you were invited; its authors make you a new one.'

/** What a mail about specs says to somebody who reads them; `nothing` says why it is not sent. */
export async function writeListenerMail(
  listening: Listening,
  kind: string,
  notices: readonly Notice[],
): Promise<Parts | { nothing: string }> {
  const heard = listening.hasLink ? notices : notices.filter(({ event }) => ENDINGS.has(event?.kind ?? ''))
  if (heard.length === 0) return { nothing: 'Their link opens nothing any more.' }
  const told = await readable(listening, heard)
  const [first] = told
  if (first === undefined) return { nothing: 'They do not read it any more, or want no mails of it.' }
  switch (kind) {
    case 'spec-invited':
      return invited(listening, first)
    case 'spec-meeting':
      return ofMeeting(listening, first)
    case 'spec-reminder':
      return reminder(listening, first)
    default:
      return digest(listening, told)
  }
}

/** The specs that they may still see and have not muted. */
async function readable({ queries, by, mutedSpecs }: Listening, notices: readonly Notice[]): Promise<Told[]> {
  const told: Told[] = []
  for (const [specId, ofSpec] of Map.groupBy(notices, (notice) => notice.specId)) {
    const [first] = ofSpec
    if (first === undefined || mutedSpecs.includes(specId)) continue
    const stored = await queries.specs.find(first)
    if (stored === null || !may(stored.spec, by, 'view')) continue
    const name = specName(stored.spec)
    told.push({ notices: ofSpec, stored, name, title: `${name} ${stored.spec.title}` })
  }
  return told
}

const isGuest = ({ by }: Listening) => by.who.key.startsWith('guest:')

const urlOf = ({ project, publicUrl }: Listening, name: string) => specUrl(publicUrl, project.slug, name)

/** How to get there; the link of an outsider is nowhere to be read. */
function way(
  listening: Listening,
  { name }: Told,
  path = '',
): { paragraphs: string[]; link?: { label: string; url: string } } {
  if (isGuest(listening)) return { paragraphs: [listening.hasLink ? LINK_IS_IN_INVITATION : LINK_ENDED] }
  return { paragraphs: [], link: { label: `Read ${name}`, url: `${urlOf(listening, name)}${path}` } }
}

async function calendarOf(listening: Listening, { stored, name }: Told): Promise<Pick<Parts, 'calendar'>> {
  const { by, to, from } = listening
  const url = isGuest(listening) ? null : urlOf(listening, name)
  const asked = from === undefined ? null : { from, to, name: by.who.name }
  const calendar = await reviewCalendar(listening, stored, { url, asked })
  return calendar.ok ? { calendar: calendar.value } : {}
}

async function invited(listening: Listening, told: Told): Promise<Parts | { nothing: string }> {
  const { stored, title } = told
  if (!stored.spec.readers.some(({ who }) => who.key === listening.by.who.key)) {
    return { nothing: 'They were taken off the list again.' }
  }
  const round = currentRound(stored.spec)
  const by = told.notices[0]?.event?.by ?? 'Somebody'
  const { paragraphs, link } = way(listening, told)
  return {
    ...parts({
      subject: `${by} asks you to read ${title}`,
      paragraphs: [
        `${by} would like you to read ${title} of ${listening.project.name}, and to say what you think of it.`,
        ...(round === null ? [] : [`Its review meets on ${meetingTime(round)}, ${round.place}. You need not come.`]),
        ...paragraphs,
      ],
      link,
    }),
    ...(round === null ? {} : await calendarOf(listening, told)),
  }
}

async function ofMeeting(listening: Listening, told: Told): Promise<Parts | { nothing: string }> {
  const { stored, title, notices } = told
  const event = notices[0]?.event
  const round = stored.spec.rounds.at(-1)
  if (round === undefined || event == null) return { nothing: 'There is no meeting.' }
  const { lastAt } = await listening.queries.readers.announcements(stored.id)
  if (lastAt !== event.at) return { nothing: 'The meeting was changed again since, and that is told instead.' }
  const when = `${meetingTime(round)}, ${round.place}`
  const words = {
    schedule: {
      subject: `Review of ${title}: ${when}`,
      text: `${event.by} scheduled the review of ${title} for ${when}.`,
    },
    postpone: {
      subject: `Review of ${title} is put off: ${when}`,
      text: `${event.by} put the review of ${title} off to ${when}.`,
    },
    withdraw: {
      subject: `Review of ${title} is called off`,
      text: `${event.by} withdrew ${title}; its meeting is called off.`,
    },
  }[event.kind]
  if (words === undefined) return { nothing: 'It is not about a meeting.' }
  const { paragraphs, link } = way(listening, told)
  const note = 'Feedback is welcome before the meeting, and much of it is answered by then. You need not come.'
  return {
    ...parts({
      subject: words.subject,
      paragraphs: [words.text, ...(event.kind === 'withdraw' ? [] : [note]), ...paragraphs],
      link,
    }),
    ...(await calendarOf(listening, told)),
  }
}

async function reminder(listening: Listening, told: Told): Promise<Parts | { nothing: string }> {
  const { stored, title } = told
  const round = currentRound(stored.spec)
  if (round === null || stateAt(stored.spec, listening.now) !== 'in-review') return { nothing: 'The meeting is over.' }
  const open = stored.spec.feedback.filter(({ responses }) => responses.every(({ draft }) => draft)).length
  const { paragraphs, link } = way(listening, told)
  return {
    ...parts({
      subject: `Review of ${title}: ${meetingTime(round)}`,
      paragraphs: [
        `The review of ${title} meets on ${meetingTime(round)}, ${round.place}.`,
        open === 0 ? 'No point is open.' : `${open} ${open === 1 ? 'point is' : 'points are'} open.`,
        ...(await sinceRead(listening, told)),
        ...paragraphs,
      ],
      link,
    }),
    ...(await calendarOf(listening, told)),
  }
}

async function digest(listening: Listening, told: readonly Told[]): Promise<Parts> {
  const paragraphs: string[] = []
  for (const one of told) {
    const deeds = one.notices.flatMap(({ event }) =>
      event === null
        ? []
        : [
            {
              ...{ by: event.by, kind: event.kind, note: event.note ?? undefined },
              ...{ feedback: event.feedback ?? undefined, answer: event.answer ?? undefined },
              content: event.content ?? undefined,
            },
          ],
    )
    const state = STATE_WORDS[stateAt(one.stored.spec, listening.now)]
    paragraphs.push(`${one.title} (${state}):`, ...toldSpec(deeds), ...(await sinceRead(listening, one)))
    if (told.length > 1 && !isGuest(listening)) paragraphs.push(urlOf(listening, one.name))
  }
  const [first] = told
  const names = told.map(({ name }) => name).join(', ')
  const { link, paragraphs: more } = first === undefined ? { paragraphs: [] } : way(listening, first)
  return parts({
    subject: told.length === 1 && first !== undefined ? `What is new in ${first.title}` : `What is new in ${names}`,
    paragraphs: [...paragraphs, ...more],
    link: told.length === 1 ? link : undefined,
  })
}

/** That it changed since they read it, with the address of what changed. */
async function sinceRead(listening: Listening, { stored, name }: Told): Promise<string[]> {
  const readings = await listening.queries.specs.readings(stored.id)
  const read = readings.filter(({ who }) => who.key === listening.by.who.key).map(({ revision }) => revision)
  const last = Math.max(0, ...read)
  const { revision } = stored.spec
  if (!listening.hasLink || last === 0 || last >= revision || may(stored.spec, listening.by, 'edit')) return []
  const says = `You read revision ${last}; it is at revision ${revision} now.`
  if (isGuest(listening)) return [says]
  return [`${says} What changed: ${urlOf(listening, name)}/changes?from=${last}&to=${revision}`]
}

function parts({
  subject,
  paragraphs,
  link,
}: {
  subject: string
  paragraphs: readonly string[]
  link: { label: string; url: string } | undefined
}): Parts {
  const { to: _to, ...rest } = writeMail({ to: '', subject, paragraphs, ...(link === undefined ? {} : { link }) })
  return rest
}
