import { err, ok, type Result } from '../result.ts'
import { type By, isAuthorOf } from './permissions.ts'
import { type Refusal, unknown } from './refusal.ts'
import type { Anchor, Feedback, RedactionRequest, Response, Spec } from './spec.ts'

// A redaction needs two people: an author of the spec and the author of the comment, or a maintainer in place of
// either. One requests it, the other redacts.

type RedactedText = { feedback: Feedback; response: number | null }

/** The role of a person in redactions of a comment; null for people without one. */
export function redactionRole(spec: Spec, { giver }: Feedback, { who, role }: By): RedactionRequest['as'] | null {
  if (role === 'maintainer') return 'maintainer'
  if (giver.key === who.key) return 'commenter'
  return isAuthorOf(spec, who) && role === 'author' ? 'author' : null
}

/** The request that this person can carry out; null without one by somebody with another role. */
export function confirmableRequest(spec: Spec, { feedback, response }: RedactedText, by: By): RedactionRequest | null {
  const own = redactionRole(spec, feedback, by)
  const request = feedback.redactionRequests.find((one) => one.response === response && one.by.key !== by.who.key)
  if (own === null || request === undefined) return null
  return own === 'maintainer' || request.as === 'maintainer' || own !== request.as ? request : null
}

/** Adds the request of a person, which replaces an earlier one of the same person. */
export function requestRedaction(
  spec: Spec,
  { feedback, response, reason }: RedactedText & { reason: string },
  by: By,
  at: string,
): Result<Feedback, Refusal> {
  const as = redactionRole(spec, feedback, by)
  if (as === null) return err({ code: 'not-allowed', right: 'hand-over' })
  const target = targetOf({ feedback, response })
  if (!target.ok) return target
  const others = feedback.redactionRequests.filter((one) => one.response !== response || one.by.key !== by.who.key)
  return ok({ ...feedback, redactionRequests: [...others, { response, reason, as, by: by.who, at }] })
}

/** Removes the requests for one text; anybody who has a role may. */
export function declineRedaction(spec: Spec, { feedback, response }: RedactedText, by: By): Result<Feedback, Refusal> {
  if (redactionRole(spec, feedback, by) === null) return err({ code: 'not-allowed', right: 'hand-over' })
  return ok({ ...feedback, redactionRequests: withoutRequests({ feedback, response }) })
}

/** Removes the text for good; who requested it, who agreed, when, why, and its length stay. */
export function redact(
  spec: Spec,
  { feedback, response }: RedactedText,
  by: By,
  at: string,
): Result<Feedback, Refusal> {
  if (redactionRole(spec, feedback, by) === null) return err({ code: 'not-allowed', right: 'hand-over' })
  const request = confirmableRequest(spec, { feedback, response }, by)
  if (request === null) {
    return err(
      unknown(
        'A redaction needs two people: an author of the spec and the author of the comment, or a maintainer. Request it, so that another one can agree.',
      ),
    )
  }
  const target = targetOf({ feedback, response })
  if (!target.ok) return target
  const { reason, by: requestedBy } = request
  const redactionRequests = withoutRequests({ feedback, response })
  const redacted = { by: by.who, at, reason, requestedBy, characters: target.value.characters }
  if (target.value.response === null) {
    const { placed, ...rest } = feedback
    const remaining = placed === undefined ? {} : { placed: { ...placed, anchor: withoutWords(placed.anchor) } }
    return ok({ ...rest, ...remaining, redactionRequests, body: '', anchor: withoutWords(feedback.anchor), redacted })
  }
  const old = target.value.response
  const blank: Response = { ...old, reason: '', workaround: '', where: '', redacted }
  const responses = feedback.responses.map((one) => (one === old ? blank : one))
  return ok({ ...feedback, redactionRequests, responses })
}

const withoutRequests = ({ feedback, response }: RedactedText): RedactionRequest[] =>
  feedback.redactionRequests.filter((one) => one.response !== response)

function targetOf({
  feedback,
  response: number,
}: RedactedText): Result<{ response: Response | null; characters: number }, Refusal> {
  if (number === null) {
    if (feedback.redacted !== null) return err(unknown('It is redacted already.'))
    return ok({ response: null, characters: feedback.body.length })
  }
  const response = feedback.responses.find((one) => one.number === number)
  if (response === undefined) return err(unknown('There is no such response.'))
  if (response.redacted !== null) return err(unknown('It is redacted already.'))
  const { reason, workaround, where } = response
  return ok({ response, characters: reason.length + workaround.length + where.length })
}

const withoutWords = (anchor: Anchor): Anchor => ({ ...anchor, quote: '', prefix: '', suffix: '' })
