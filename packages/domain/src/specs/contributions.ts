import { type Feedback, feedbackName, opinionsOf, type ResponseKind, responseName } from './feedback.ts'
import type { Spec } from './spec.ts'

/** Everything that a person wrote in the review of a spec, for the export of an account. */
export type Contributions = {
  comments: {
    id: string
    at: string
    revision: number
    quote: string
    text: string
    suggestion: string | null
    /** Name of the reviewer for whom the person recorded it; null for an own comment. */
    recordedFor: string | null
  }[]
  responses: {
    id: string
    at: string
    kind: ResponseKind
    reason: string
    workaround: string
    where: string
    isDraft: boolean
  }[]
  replies: { to: string; at: string; text: string; reopens: boolean }[]
  /** Comments of others that the person seconded. */
  seconded: { comment: string; at: string }[]
  opinions: { on: string; at: string; agrees: boolean; text: string }[]
  errata: { number: number; at: string; quote: string; text: string }[]
}

/** True when somebody commented, replied or seconded; they can read the spec after the end of its review. */
export const hasContributed = ({ feedback }: Pick<Spec, 'feedback'>, key: string): boolean =>
  feedback.some(
    ({ giver, replies, seconds }) =>
      giver.key === key || replies.some(({ by }) => by.key === key) || seconds.some(({ by }) => by.key === key),
  )

/** @param key `person:ID` */
export function contributionsOf({ feedback, errata }: Spec, key: string): Contributions {
  return {
    errata: errata
      .filter(({ by }) => by.key === key)
      .map(({ number, at, quote, text }) => ({ number, at, quote, text })),
    comments: feedback.filter(({ giver, recorder }) => (recorder ?? giver).key === key).map(asComment),
    responses: feedback.flatMap(({ number, responses }) =>
      responses
        .filter(({ by }) => by.key === key)
        .map(({ number: of, at, kind, reason, workaround, where, draft: isDraft }) => ({
          ...{ id: responseName(number, of), at, kind, reason, workaround, where, isDraft },
        })),
    ),
    replies: feedback.flatMap(({ number, replies }) =>
      replies
        .filter(({ by }) => by.key === key)
        .map(({ at, text, reopens }) => ({ to: feedbackName(number), at, text, reopens: reopens !== null })),
    ),
    seconded: feedback.flatMap(({ number, seconds }) =>
      seconds.filter(({ by }) => by.key === key).map(({ at }) => ({ comment: feedbackName(number), at })),
    ),
    opinions: feedback
      .filter(({ giver }) => giver.key === key)
      .flatMap((one) => opinionsOf(one).map((opinion) => asOpinion(one, opinion))),
  }
}

const asComment = ({ number, at, revision, anchor, body, suggestion, giver, recorder }: Feedback) => ({
  ...{ id: feedbackName(number), at, revision, quote: anchor.quote, text: body, suggestion },
  recordedFor: recorder === null ? null : giver.name,
})

const asOpinion = (
  { number }: Feedback,
  { at, content, text, response }: ReturnType<typeof opinionsOf>[number],
): Contributions['opinions'][number] => ({
  on: response === null ? feedbackName(number) : responseName(number, response),
  ...{ at, agrees: content, text },
})
