import { type Feedback, isSameTarget, type RedactionTarget } from '@assay/domain/specs/feedback'
import { Button } from '../../ui/button.tsx'
import style from './form.module.css'
import { redactionTargetText } from './redaction-choices.ts'
import type { Act } from './use-act.ts'

type Props = {
  feedback: Feedback
  /** Texts whose redaction the visitor can agree to. */
  confirmable: readonly RedactionTarget[]
  /** True when the visitor may decline. */
  mayDecline: boolean
  act: Act
  busy: boolean
}

/** Requests to redact a comment, its responses or the opinions on them, which a second person agrees to or declines. */
export function RedactionRequests({ feedback, confirmable, mayDecline, act, busy }: Props) {
  const { number, redactionRequests } = feedback
  return redactionRequests.map(({ response, opinion, reply, reason, by }) => {
    const target = { feedback: number, response, opinion, reply }
    const text = redactionTargetText(feedback, target)
    return (
      <div key={`${text} ${by.key}`} className={`${style.acts} needs-script`}>
        <p className={style.faint}>
          {by.name} requests a redaction of {text}: {reason}
        </p>
        {confirmable.some((one) => isSameTarget(one, target)) && (
          <Button disabled={busy} onClick={() => void act({ kind: 'redact', ...target })}>
            Agree and redact
          </Button>
        )}
        {mayDecline && (
          <Button variant="quiet" disabled={busy} onClick={() => void act({ kind: 'decline-redaction', ...target })}>
            Decline the redaction
          </Button>
        )}
      </div>
    )
  })
}
