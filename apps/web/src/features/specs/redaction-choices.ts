import { type Feedback, opinionsOf, type RedactionTarget, responseName } from '@assay/domain/specs/spec'

type Choice = { value: string; label: string; target: RedactionTarget }

/** The texts of a comment that can be redacted, for a select. */
export function redactionChoices(feedback: Feedback): Choice[] {
  const { redacted, responses } = feedback
  const targets: RedactionTarget[] = [
    ...(redacted === null ? [{ response: null, opinion: null }] : []),
    ...responses.flatMap((one) => (one.redacted === null ? [{ response: one.number, opinion: null }] : [])),
    ...opinionsOf(feedback).flatMap(({ text }, at) => (text === '' ? [] : [{ response: null, opinion: at + 1 }])),
  ]
  return targets.map((target) => ({
    value: JSON.stringify(target),
    label: redactionTargetText(feedback, target),
    target,
  }))
}

/** The text in words: `the comment`, `response F-1.2`, `opinion 1 of Ann`. */
export function redactionTargetText(
  { number, giver }: Pick<Feedback, 'number' | 'giver'>,
  { response, opinion }: RedactionTarget,
): string {
  if (response !== null) return `response ${responseName(number, response)}`
  return opinion === null ? 'the comment' : `opinion ${opinion} of ${giver.name}`
}
