import { RESPONSE_TITLES } from './appendix/appendix.ts'
import { type Feedback, feedbackName, type ResponseKind } from './feedback.ts'
import { shownQuote } from './text/shown-quote.ts'

/** Kinds of mails about specs that a person can turn off; the end of a review and its outcome are always mailed. */
export const MAIL_KINDS = ['comments', 'responses', 'revisions', 'meetings'] as const

export type MailKind = (typeof MAIL_KINDS)[number]

const KINDS: Partial<Record<string, MailKind>> = {
  ...{ give: 'comments', reply: 'comments', 'edit-text': 'comments', second: 'comments', 'reopen-comment': 'comments' },
  ...{ answer: 'responses', confirm: 'responses', 'carry-out': 'responses', 'carry-out-all': 'responses' },
  ...{ say: 'responses', revise: 'revisions', rebase: 'revisions', 'add-erratum': 'revisions' },
  ...{ schedule: 'meetings', postpone: 'meetings', hold: 'meetings', 'close-meeting': 'meetings' },
  'end-comments': 'meetings',
}

/** The kind of mail that reports an action; null for an action that is always reported. */
export const mailKindOf = (action: string): MailKind | null => KINDS[action] ?? null

/** A recorded action on a spec; `text` is that of a reply, a response or an opinion. */
export type SpecStep = {
  by: string
  kind: string
  /** Number of the feedback, for actions on feedback. */
  feedback?: number | undefined
  answer?: ResponseKind | undefined
  content?: boolean | undefined
  note?: string | undefined
  text?: string | undefined
}

/** Texts of one spec that a mail quotes, the first ones. */
const MAX_QUOTED = 20
const MAX_PASSAGE_CHARACTERS = 200
const MAX_TEXT_CHARACTERS = 1_000

/**
 * Quotes what others wrote, each with the passage that its comment is about. Comments are quoted as they are now, and
 * the text of a redacted comment, reply or response is left out.
 */
export function quoteSpecSteps(deeds: readonly SpecStep[], comments: readonly Feedback[]): string[] {
  const quoted = deeds.flatMap((deed) => {
    const comment = comments.find(({ number }) => number === deed.feedback)
    const text = comment === undefined ? '' : textOf(deed, comment)
    return comment === undefined || text === '' ? [] : [`${titleOf(deed, comment)}:\n${text}`]
  })
  const more = quoted.length - MAX_QUOTED
  return more <= 0 ? quoted : [...quoted.slice(0, MAX_QUOTED), `${more} more texts are on the page of the spec.`]
}

const QUOTED: ReadonlySet<string> = new Set(['give', 'reply', 'reopen-comment', 'answer', 'carry-out', 'say'])

function textOf({ kind, text = '' }: SpecStep, { body, redacted }: Feedback): string {
  if (!QUOTED.has(kind) || redacted !== null) return ''
  return shortened(kind === 'give' ? body : text, MAX_TEXT_CHARACTERS)
}

function titleOf({ by, kind, answer }: SpecStep, { number, anchor }: Feedback): string {
  const quote = shownQuote(anchor)
  const on = quote === '' ? '' : ` on “${shortened(quote.replaceAll(/\s+/g, ' '), MAX_PASSAGE_CHARACTERS)}”`
  const how = kind === 'answer' && answer !== undefined ? `, ${RESPONSE_TITLES[answer].toLowerCase()}` : ''
  return `${feedbackName(number)}${on}, ${by}${how}`
}

const shortened = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`)

/** Describes actions on a spec, one sentence for each person and kind of action, in the order of the first of each. */
export function describeSpecSteps(deeds: readonly SpecStep[]): string[] {
  const groups = Map.groupBy(deeds, (deed) => JSON.stringify([deed.by, sayingOf(deed)]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [`${first.by} ${sentence(first, group)}.`]
  })
}

const sayingOf = ({ kind, answer, content }: SpecStep) =>
  kind === 'answer' ? `answer ${answer}` : kind === 'say' ? `say ${content}` : kind

function sentence({ kind, answer, content }: SpecStep, group: readonly SpecStep[]): string {
  const points = [...new Set(group.flatMap(({ feedback }) => (feedback === undefined ? [] : [`F-${feedback}`])))]
  const about = points.join(', ')
  switch (kind) {
    case 'give':
      return group.length === 1 ? 'commented' : `added ${group.length} comments`
    case 'answer':
      return answer === 'withdrawn'
        ? `withdrew ${about}`
        : `answered ${about}: ${answer === undefined ? '' : RESPONSE_TITLES[answer].toLowerCase()}`
    case 'confirm':
      return `confirmed the response to ${about}`
    case 'request-redaction':
      return `requested a redaction in ${about}`
    case 'redact':
      return `redacted text in ${about}, as requested`
    case 'decline-redaction':
      return `declined a redaction in ${about}`
    case 'reply':
      return `replied to ${about}`
    case 'edit-text':
      return `changed an own text in ${about}`
    case 'second':
      return `seconded ${about}`
    case 'reopen-comment':
      return `reopened ${about}`
    case 'carry-out-all':
      return 'marked comments as done'
    case 'carry-out':
      return `marked ${about} as done`
    case 'say':
      return content === true
        ? `is satisfied with the response to ${about}`
        : `still disagrees with the response to ${about}`
    case 'revise': {
      const notes = group.flatMap(({ note }) => (note === undefined || note === '' ? [] : [note]))
      const stored = group.length === 1 ? 'stored a revision' : `stored ${group.length} revisions`
      return notes.length === 0 ? stored : `${stored}: ${notes.slice(-MAX_NOTES).join('; ')}`
    }
    default:
      return DEEDS[kind] ?? `changed it (${kind})`
  }
}

const MAX_NOTES = 5

const DEEDS: Partial<Record<string, string>> = {
  schedule: 'scheduled the review',
  postpone: 'changed the date of the review',
  withdraw: 'withdrew it',
  hold: 'started the meeting',
  'close-meeting': 'closed the meeting',
  'end-comments': 'ended the comment period',
  resolve: 'resolved it',
  reopen: 'reopened it for another round',
  supersede: 'marked it as superseded by another spec',
  mark: 'recorded its outcome',
  'add-author': 'added an author',
  'hand-over': 'transferred it to another owner',
  'add-erratum': 'added an erratum',
  'confirm-change': 'confirmed that a revision changes words only',
  rebase: 'based it on another functional revision',
}

/** Actions that are collected in digest mails. */
export const DIGEST_ACTIONS: ReadonlySet<string> = new Set([
  'give',
  'answer',
  'confirm',
  'carry-out',
  'carry-out-all',
  'say',
  'reply',
  'edit-text',
  'second',
  'reopen-comment',
  'request-redaction',
  'redact',
  'decline-redaction',
  'revise',
  'hold',
  'close-meeting',
  'end-comments',
  'resolve',
  'reopen',
  'supersede',
  'mark',
  'add-author',
  'hand-over',
  'add-erratum',
  'confirm-change',
  'rebase',
])

/** Actions that send a mail with a calendar file at once. */
export const MEETING_ACTIONS: ReadonlySet<string> = new Set(['schedule', 'postpone', 'withdraw'])
