import { err, ok, type Result } from '../../result.ts'
import {
  type EarlierText,
  type Feedback,
  isSameTarget,
  opinionsOf,
  type RedactionRequest,
  type RedactionTarget,
  type Reply,
  type Response,
  withOpinions,
} from '../feedback.ts'
import type { Anchor, Spec } from '../spec.ts'
import { type By, isAuthorOf } from './permissions.ts'
import { type Refusal, unknown } from './refusal.ts'
import type { Known } from './transition.ts'

// A redaction needs two people: an author of the spec and the author of the comment, or a maintainer in place of
// either. One requests it, the other redacts.

type RedactedText = { feedback: Feedback; target: RedactionTarget }

/** The role of a person in redactions of a text; null for people without one. */
function redactionRole(
  spec: Spec,
  { feedback, target }: RedactedText,
  { person, role }: By,
): RedactionRequest['as'] | null {
  if (role === 'maintainer') return 'maintainer'
  const reply = feedback.replies.find(({ number }) => number === target.reply)
  if ((reply?.by ?? feedback.giver).key === person.key) return 'commenter'
  return isAuthorOf(spec, person) && role === 'author' ? 'author' : null
}

/** The request that this person can carry out; null without one by somebody with another role. */
export function confirmableRequest(spec: Spec, { feedback, target }: RedactedText, by: By): RedactionRequest | null {
  const own = redactionRole(spec, { feedback, target }, by)
  const request = feedback.redactionRequests.find((one) => isSameTarget(one, target) && one.by.key !== by.person.key)
  if (own === null || request === undefined) return null
  return own === 'maintainer' || request.as === 'maintainer' || own !== request.as ? request : null
}

/** Adds the request of a person, which replaces an earlier one of the same person. */
export function requestRedaction(
  spec: Spec,
  { feedback, target, reason }: RedactedText & { reason: string },
  by: By,
  at: string,
): Result<Feedback, Refusal> {
  const as = redactionRole(spec, { feedback, target }, by)
  if (as === null) return err({ code: 'not-allowed', right: 'hand-over' })
  const text = findText({ feedback, target })
  if (!text.ok) return text
  const { response, opinion, reply } = target
  const others = feedback.redactionRequests.filter((one) => !isSameTarget(one, target) || one.by.key !== by.person.key)
  return ok({
    ...feedback,
    redactionRequests: [...others, { response, opinion, reply, reason, as, by: by.person, at }],
  })
}

/** Removes the requests for one text; anybody who has a role may. */
export function declineRedaction(spec: Spec, { feedback, target }: RedactedText, by: By): Result<Feedback, Refusal> {
  if (redactionRole(spec, { feedback, target }, by) === null) return err({ code: 'not-allowed', right: 'hand-over' })
  return ok({ ...feedback, redactionRequests: withoutRequests({ feedback, target }) })
}

/** Removes the text for good; who requested it, who agreed, when, why, its length and its hash stay. */
export function redact(
  spec: Spec,
  { feedback, target }: RedactedText,
  by: By,
  { now, hashRemoved }: Pick<Known, 'now' | 'hashRemoved'>,
): Result<Feedback, Refusal> {
  if (redactionRole(spec, { feedback, target }, by) === null) return err({ code: 'not-allowed', right: 'hand-over' })
  const request = confirmableRequest(spec, { feedback, target }, by)
  if (request === null) {
    return err(
      unknown(
        'A redaction needs two people: an author of the spec and the author of the comment, or a maintainer. Request it, so that another one can agree.',
      ),
    )
  }
  const text = findText({ feedback, target })
  if (!text.ok) return text
  const { reason, by: requestedBy } = request
  const remaining = { ...feedback, redactionRequests: withoutRequests({ feedback, target }) }
  const { characters, removed, without } = text.value
  const sha256 = hashRemoved?.(JSON.stringify(removed))
  const at = now.toISOString()
  return ok(without(remaining, { by: by.person, at, reason, requestedBy, characters, ...(sha256 && { sha256 }) }))
}

const withoutRequests = ({ feedback, target }: RedactedText): RedactionRequest[] =>
  feedback.redactionRequests.filter((one) => !isSameTarget(one, target))

type Redacted = NonNullable<Feedback['redacted']>
/** A text that is still there: its length, everything that is removed with it, and the comment without it. */
type Text = { characters: number; removed: string[]; without: (feedback: Feedback, redacted: Redacted) => Feedback }

function findText({ feedback, target }: RedactedText): Result<Text, Refusal> {
  const { response: number, opinion: position, reply } = target
  if ([number, position, reply].filter((one) => one !== null).length > 1) {
    return err(unknown('Name one text: a response, an opinion or a reply.'))
  }
  if (number !== null) {
    const response = feedback.responses.find((one) => one.number === number)
    return response === undefined ? err(unknown('There is no such response.')) : unredacted(response, responseText)
  }
  if (position !== null) {
    const opinion = opinionsOf(feedback)[position - 1]
    if (opinion === undefined || opinion.text === '') return err(unknown('There is no such opinion with a text.'))
    return unredacted(opinion, ({ text }) => ({
      characters: text.length,
      removed: [text],
      without: (one, redacted) =>
        withOpinions(one, opinionsOf(one).with(position - 1, { ...opinion, text: '', redacted })),
    }))
  }
  if (reply !== null) {
    const found = feedback.replies.find((one) => one.number === reply)
    return found === undefined ? err(unknown('There is no such reply.')) : unredacted(found, replyText)
  }
  return unredacted(feedback, bodyText)
}

const unredacted = <T extends { redacted: Redacted | null }>(text: T, of: (text: T) => Text): Result<Text, Refusal> =>
  text.redacted === null ? ok(of(text)) : err(unknown('It is redacted already.'))

function responseText(old: Response): Text {
  const { reason, workaround, where } = old
  return {
    characters: reason.length + workaround.length + where.length,
    removed: [reason, workaround, where],
    without: (feedback, redacted) => {
      const blank: Response = { ...old, reason: '', workaround: '', where: '', redacted }
      return { ...feedback, responses: feedback.responses.map((one) => (one === old ? blank : one)) }
    },
  }
}

const replyText = (old: Reply): Text => ({
  characters: old.text.length,
  removed: [old.text, ...old.earlier.map(({ text }) => text)],
  without: (feedback, redacted) => {
    const blank: Reply = { ...old, text: '', earlier: old.earlier.map(withoutText), redacted }
    return { ...feedback, replies: feedback.replies.map((one) => (one === old ? blank : one)) }
  },
})

const bodyText = ({ body, suggestion, earlierBodies }: Feedback): Text => ({
  characters: body.length,
  removed: [body, suggestion ?? '', ...earlierBodies.map(({ text }) => text)],
  without: withoutBody,
})

const withoutText = ({ replacedAt }: EarlierText): EarlierText => ({ text: '', replacedAt })

function withoutBody({ placed, ...rest }: Feedback, redacted: Redacted): Feedback {
  const remaining = placed === undefined ? {} : { placed: { ...placed, anchor: withoutWords(placed.anchor) } }
  const earlierBodies = rest.earlierBodies.map(withoutText)
  const suggestion = rest.suggestion === null ? null : ''
  return { ...rest, ...remaining, body: '', suggestion, earlierBodies, anchor: withoutWords(rest.anchor), redacted }
}

const withoutWords = (anchor: Anchor): Anchor => ({ ...anchor, quote: '', prefix: '', suffix: '' })
