import { type Feedback, opinionsOf, type RedactionTarget, responseName } from '@assay/domain/specs/feedback'

type Choice = { value: string; label: string; target: RedactionTarget }

const NONE: RedactionTarget = { response: null, opinion: null, reply: null }

/** The texts of a comment that can be redacted, for a select. */
export function redactionChoices(feedback: Feedback): Choice[] {
  const { redacted, responses, replies } = feedback
  const targets: RedactionTarget[] = [
    ...(redacted === null ? [NONE] : []),
    ...responses.flatMap((one) => (one.redacted === null ? [{ ...NONE, response: one.number }] : [])),
    ...opinionsOf(feedback).flatMap(({ text }, at) => (text === '' ? [] : [{ ...NONE, opinion: at + 1 }])),
    ...replies.flatMap((one) => (one.redacted === null ? [{ ...NONE, reply: one.number }] : [])),
  ]
  return targets.map((target) => ({
    value: JSON.stringify(target),
    label: redactionTargetText(feedback, target),
    target,
  }))
}

/** The text in words: `the comment`, `response F-1.2`, `opinion 1 of Ann`. */
export function redactionTargetText(
  { number, giver, replies }: Pick<Feedback, 'number' | 'giver' | 'replies'>,
  { response, opinion, reply }: RedactionTarget,
): string {
  if (reply !== null) return `reply ${reply} of ${replies.find((one) => one.number === reply)?.by.name ?? ''}`
  if (response !== null) return `response ${responseName(number, response)}`
  return opinion === null ? 'the comment' : `opinion ${opinion} of ${giver.name}`
}
