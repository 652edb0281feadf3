import { plural } from '../../plural.ts'
import {
  type EarlierText,
  type Feedback,
  feedbackName,
  latestResponse,
  type Opinion,
  opinionsOf,
  RESPONSE_KINDS,
  type Response,
  type ResponseKind,
  responseName,
  standingResponse,
  statusOf,
} from '../feedback.ts'
import type { Amendment, Anchor, Erratum, Round, Spec } from '../spec.ts'
import { shownQuote } from '../text/shown-quote.ts'
import { personText } from './person-text.ts'

// The appendix is part of the spec: every comment and every response of all rounds, removed only by redaction. All
// renderings are made from this model.

/** Words of the appendix around a text that a person wrote in Markdown; `text` is empty for a line without one. */
export type AppendixLine = { before: string; text: string; after: string }

export type AppendixAnswer = {
  /** `F-17.2`. */
  id: string
  kind: ResponseKind
  /** `Good point`. */
  title: string
  /** Labeled sentences about the response: reason, workaround, and the item that implements it. */
  lines: { label: string; text: string; isWritten: boolean }[]
  by: string
  at: string
  draft: boolean
  /** True when a later response replaced it. */
  replaced: boolean
  carriedBy: number | null
  redacted: string | null
}

export type AppendixItem = {
  /** `F-17`. */
  id: string
  number: number
  status: string
  giver: string
  recorder: string | null
  source: string
  at: string
  revision: number
  where: string
  quote: string
  body: string
  redacted: string | null
  /** Earlier texts of the comment, who seconds it, and the replies with their earlier texts. */
  thread: AppendixLine[]
  answers: AppendixAnswer[]
  /** The reviewer's opinions on the responses, oldest first. */
  opinions: AppendixLine[]
}

export type AppendixSection = { title: string; about: string[]; items: AppendixItem[] }

export type Appendix = {
  /** `12 comments: 5 × good point, 3 × no thank you, ...`. */
  summary: string
  counts: { title: string; count: number }[]
  sections: AppendixSection[]
  /** Changes after it was resolved: its outcome. */
  afterwards: string[]
}

export const RESPONSE_TITLES: Record<ResponseKind, string> = {
  'good-point': 'Good point',
  'no-thank-you': 'No thank you',
  'good-point-but': 'Good point, but',
  answered: 'Answered',
  withdrawn: 'Withdrawn',
  duplicate: 'Duplicate',
  moved: 'Moved to the design review',
}

const SOURCE_WORDS = { web: 'here', email: 'by e-mail', 'in-person': 'in person', meeting: 'in the meeting' } as const

export function appendixOf(spec: Spec): Appendix {
  const counts = countAnswers(spec)
  const sections = [
    ...outsideReviews(spec, 0, 'Before the first review'),
    ...spec.rounds.flatMap((round, at) => [
      {
        title: `Review ${round.number}`,
        about: aboutRound(round),
        items: spec.feedback.filter((feedback) => feedback.round === round.number).map(itemOf),
      },
      ...outsideReviews(spec, at + 1, `After review ${round.number}`),
    ]),
  ]
  const total = spec.feedback.length
  const texts = counts.filter(({ count }) => count > 0).map(({ title, count }) => `${count} × ${title.toLowerCase()}`)
  const comments = plural(total, 'comment')
  return {
    summary: total === 0 ? 'No comments.' : `${comments}: ${texts.join(', ')}.`,
    counts,
    sections,
    afterwards: afterwards(spec),
  }
}

/** Comments on a draft after this number of rounds, under a separate title. */
function outsideReviews({ rounds, feedback }: Spec, after: number, title: string): AppendixSection[] {
  const roundsBefore = ({ at, number }: Feedback) =>
    rounds.filter(
      (round) =>
        round.endedAt !== null &&
        Date.parse(round.endedAt) <= Date.parse(at) &&
        feedback.every((other) => other.round !== round.number || other.number < number),
    ).length
  const items = feedback.filter((one) => one.round === null && roundsBefore(one) === after).map(itemOf)
  return items.length === 0 ? [] : [{ title, about: [], items }]
}

/** Ids of all comments and responses; an appendix must contain each. */
export const appendixIds = ({ feedback }: Spec): string[] =>
  feedback.flatMap(({ number, responses }) => [
    feedbackName(number),
    ...responses.map((response) => responseName(number, response.number)),
  ])

function countAnswers({ feedback }: Spec): Appendix['counts'] {
  const kinds = feedback.map((one) => standingResponse(one)?.kind ?? null)
  return [
    ...RESPONSE_KINDS.map((kind) => ({
      title: RESPONSE_TITLES[kind],
      count: kinds.filter((other) => other === kind).length,
    })),
    { title: 'Open', count: kinds.filter((kind) => kind === null).length },
  ]
}

const days = (count: number) => (count === 1 ? 'a day' : `${count} days`)

function aboutRound(round: Round): string[] {
  const isMeeting = round.withoutMeeting !== true
  const by = isMeeting ? 'meeting' : 'comment period'
  const { meetingAt, commentsUntil, timeZone, place, shortNoticeReason, openedRevision, closedRevision, waived } = round
  return [
    ...(commentsUntil === undefined ? [] : [`Comment period: until ${dateTime(commentsUntil)} (${timeZone}).`]),
    isMeeting ? `Meeting: scheduled for ${dateTime(meetingAt)} (${timeZone}), ${place}.` : 'Without a meeting.',
    ...(isMeeting || round.closedAt === null ? [] : [`Comments ended ${dateTime(round.closedAt)}.`]),
    ...(round.heldAt === null ? [] : [heldText(round.heldAt, round.closedAt)]),
    ...(shortNoticeReason === null
      ? []
      : [`Notice of ${days(Math.floor(round.noticeDays))}, because: ${shortNoticeReason}`]),
    `Opened on revision ${openedRevision}${closedRevision === null ? '' : `, ${by} closed on revision ${closedRevision}`}.`,
    ...waived.map(({ check, reason }) => `Problem accepted: ${check} Reason: ${reason}`),
    ...(round.attendance.length === 0 ? [] : [`Attendees: ${round.attendance.join(', ')}.`]),
    ...(round.minutes === '' ? [] : [`Minutes: ${round.minutes}`]),
    ...(round.leftOpen.length === 0 ? [] : [`Left open by the ${by}: ${round.leftOpen.map(feedbackName).join(', ')}.`]),
    ...(round.end === null ? [] : [`Ended ${dateTime(round.endedAt ?? '')}: ${round.end}.`]),
  ]
}

/** The times at which the meeting took place, which may differ from the schedule. */
const heldText = (heldAt: string, closedAt: string | null): string =>
  `Met: ${dateTime(heldAt)}${closedAt === null ? '' : `, closed ${dateTime(closedAt)}`}.`

function itemOf(feedback: Feedback): AppendixItem {
  const { number, giver, recorder, source, at, revision, anchor, body, redacted, responses, movedFrom, placed } =
    feedback
  const standing = latestResponse(feedback)
  return {
    id: feedbackName(number),
    number,
    status: statusOf(feedback),
    giver: personText(giver),
    recorder: recorder === null ? null : personText(recorder),
    source: movedFrom === null ? SOURCE_WORDS[source] : `moved from ${movedFrom}`,
    at: dateTime(at),
    revision,
    where: `${whereText(anchor)}${placed === undefined ? '' : `, moved by ${personText(placed.by)} to ${whereText(placed.anchor)} of revision ${placed.revision}`}`,
    quote: shownQuote(anchor),
    body,
    redacted: redactedText(redacted),
    thread: threadOf(feedback),
    answers: responses.map((response) => {
      const waits = response.draft && response === responses.at(-1)
      return answerOf(number, response, response !== standing && !waits)
    }),
    opinions: opinionsOf(feedback).map((opinion) => opinionText(opinion, feedback)),
  }
}

const line = (before: string, text = '', after = ''): AppendixLine => ({ before, text, after })

function threadOf({ suggestion, redacted: isRedacted, earlierBodies, seconds, replies }: Feedback): AppendixLine[] {
  return [
    ...(suggestion === null || isRedacted !== null
      ? []
      : [line(suggestion === '' ? 'Suggests removing these words.' : `Suggests instead: ${suggestion}`)]),
    ...earlierBodies.filter(({ text }) => text !== '').map(earlierText),
    ...(seconds.length === 0
      ? []
      : [line(`Seconded by ${seconds.map(({ by, at }) => `${personText(by)} (${dateTime(at)})`).join(', ')}.`)]),
    ...replies.flatMap(({ by, at, text, reopens, earlier, redacted }) => {
      const head = `${personText(by)} ${reopens === null ? 'replied' : 'reopened it'} (${dateTime(at)}): `
      return [
        redacted === null ? line(head, text) : line(`${head}${redactedText(redacted)}`),
        ...earlier.filter((one) => one.text !== '').map(earlierText),
      ]
    }),
  ]
}

const earlierText = ({ text, replacedAt }: EarlierText): AppendixLine => line(`Until ${dateTime(replacedAt)}: `, text)

/** `Ann still disagrees: It says four. (on F-1.2, 2026-11-21 10:15 UTC)`. */
function opinionText(
  { content, text, at, response, redacted }: Opinion,
  { number, giver }: Pick<Feedback, 'number' | 'giver'>,
): AppendixLine {
  const head = `${personText(giver)} ${content ? 'is satisfied' : 'still disagrees'}`
  const about = response === null ? '' : `on ${responseName(number, response)}, `
  const end = ` (${about}${dateTime(at)})`
  if (redacted !== null) return line(`${head}: ${redactedText(redacted)}${end}`)
  return text === '' ? line(`${head}.${end}`) : line(`${head}: `, text, end)
}

function whereText({ kind, headings }: Anchor): string {
  if (kind === 'whole') return 'the whole spec'
  return headings.join(' › ') || 'the text before its first heading'
}

function answerOf(feedback: number, response: Response, replaced: boolean): AppendixAnswer {
  const { number, kind, reason, workaround, where, carriedBy, duplicateOf, movedTo, by, at, draft, redacted } = response
  const labeled = (label: string, text: string | null, isWritten = true) =>
    text === null || text === '' ? [] : [{ label, text, isWritten }]
  return {
    id: responseName(feedback, number),
    kind,
    title: RESPONSE_TITLES[kind],
    lines: [
      ...labeled(kind === 'answered' ? 'Answer' : 'Reason', reason),
      ...labeled('Workaround', workaround),
      ...labeled('Done in', carriedBy === null ? null : `revision ${carriedBy}`, false),
      ...labeled('Where', where),
      ...labeled('Duplicate of', duplicateOf === null ? null : feedbackName(duplicateOf), false),
      ...labeled('Moved to', movedTo, false),
    ],
    by: personText(by),
    at: dateTime(at),
    draft,
    replaced,
    carriedBy,
    redacted: redactedText(redacted),
  }
}

const redactedText = (redacted: Feedback['redacted']): string | null =>
  redacted === null
    ? null
    : `Redacted by ${personText(redacted.by)}${redacted.requestedBy === undefined ? '' : ` and ${personText(redacted.requestedBy)}`} on ${dateTime(redacted.at)}${redacted.characters === undefined ? '' : `, ${redacted.characters} characters`}${redacted.sha256 === undefined ? '' : `, hash ${redacted.sha256}`}: ${redacted.reason}`

function amendmentText({ revision, note, by, at, confirmed }: Amendment): string {
  const confirmation =
    confirmed === null
      ? 'Not confirmed by a reviewer.'
      : `Confirmed by ${personText(confirmed.by)} on ${dateTime(confirmed.at)}.`
  return `Revision ${revision} (${dateTime(at)}, ${personText(by)}): ${note}. ${confirmation}`
}

function erratumText({ number, quote, text, by, at }: Erratum): string {
  const about = quote === '' ? '' : ` on “${quote}”`
  return `Erratum ${number} (${dateTime(at)}, ${personText(by)})${about}: ${text}`
}

function afterwards({ amendments, errata, outcome, ended }: Spec): string[] {
  return [
    ...errata.map(erratumText),
    ...amendments.map(amendmentText),
    ...(outcome === null
      ? []
      : [
          `${{ 'not-built': 'Not built', built: 'Built', abandoned: 'Abandoned' }[outcome.kind]} (${dateTime(outcome.at)}, ${personText(outcome.by)})${outcome.note === '' ? '.' : `: ${outcome.note}`}`,
          ...(outcome.versions.length === 0 ? [] : [`In ${outcome.versions.join(', ')}.`]),
          ...outcome.runs.map(({ id, goal, met }) => `${goal}: ${met ? 'met' : 'missed'}, run ${id}.`),
        ]),
    ...(ended === null
      ? []
      : [
          `${ended.successor === null ? 'Withdrawn' : `Superseded by ${ended.successor}`} (${dateTime(ended.at)}, ${personText(ended.by)}): ${ended.reason}`,
        ]),
  ]
}

/** Formats `2026-11-21 10:15 UTC`, the same for every reader and in every export. */
const dateTime = (iso: string): string =>
  iso === '' ? '' : `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`
