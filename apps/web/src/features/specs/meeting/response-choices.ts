import type { ResponseKind } from '@assay/domain/specs/feedback'

type RequiredField = 'reason' | 'workaround' | 'duplicateOf' | 'movedTo'

export type ResponseChoice = {
  kind: ResponseKind
  /** Shortcut in the meeting. */
  key: string
  label: string
  /** Label of the field, and the property that contains its value. */
  prompt: string
  field: RequiredField
  required: boolean
}

/** Every kind of response: the three answers of an author, then the neutral ones. */
export const RESPONSE_CHOICES: readonly ResponseChoice[] = [
  choice('good-point', 'g', 'Good point', 'Planned change (optional)', 'reason', false),
  choice('no-thank-you', 't', 'No thank you', 'Reason', 'reason', true),
  choice('good-point-but', 'b', 'Good point, but', 'Workaround', 'workaround', true),
  choice('answered', 'a', 'Question answered', 'Answer', 'reason', true),
  choice('duplicate', 'd', 'Duplicate', 'Number of the other comment (F-…)', 'duplicateOf', true),
  choice('moved', 'm', 'To the design review', 'Design spec (DS-…)', 'movedTo', true),
  choice('withdrawn', 'w', 'Withdrawn', 'How the reviewer withdrew it', 'reason', true),
]

function choice(
  kind: ResponseKind,
  key: string,
  label: string,
  prompt: string,
  field: RequiredField,
  required: boolean,
): ResponseChoice {
  return { kind, key, label, prompt, field, required }
}

/** The action that responds to a comment with the typed text. */
export function responseAction(feedback: number, { kind, field }: ResponseChoice, text: string): object {
  const value = field === 'duplicateOf' ? Number(text.replace(/^\s*f-/i, '')) : text.trim()
  const of = field === 'movedTo' ? text.trim().toUpperCase() : value
  return { kind: 'answer', feedback, answer: kind, [field]: of }
}
