import { RESPONSE_TITLES } from './appendix.ts'
import type { ResponseKind } from './feedback.ts'

/** A recorded action on a spec, without the texts of comments and responses. */
export type SpecStep = {
  by: string
  kind: string
  /** Number of the feedback, for actions on feedback. */
  feedback?: number | undefined
  answer?: ResponseKind | undefined
  content?: boolean | undefined
  note?: string | undefined
}

/**
 * Describes actions on a spec, one sentence for each person and kind of action, in the order of the first of each. It
 * does not quote feedback, because redacted text must not survive in mails.
 */
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
      return `carried ${about} out`
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
  'rebase',
])

/** Actions that send a mail with a calendar file at once. */
export const MEETING_ACTIONS: ReadonlySet<string> = new Set(['schedule', 'postpone', 'withdraw'])
