import { type Feedback, responseName } from '@assay/domain/specs/spec'
import button from '../../ui/button.module.css'
import style from './form.module.css'
import type { Act } from './use-act.ts'

type Props = {
  feedback: Feedback
  /** Responses whose redaction the visitor can agree to; null stands for the comment. */
  confirmable: readonly (number | null)[]
  /** True when the visitor may decline. */
  mayDecline: boolean
  act: Act
  busy: boolean
}

/** Requests to redact a comment or its responses, which a second person agrees to or declines. */
export function RedactionRequests({ feedback, confirmable, mayDecline, act, busy }: Props) {
  const { number, redactionRequests } = feedback
  return redactionRequests.map(({ response, reason, by }) => {
    const target = { feedback: number, response }
    return (
      <div key={`${response} ${by.key}`} className={`${style.acts} needs-script`}>
        <p className={style.faint}>
          {by.name} requests a redaction{response !== null && ` of ${responseName(number, response)}`}: {reason}
        </p>
        {confirmable.includes(response) && (
          <button
            type="button"
            className={button.button}
            disabled={busy}
            onClick={() => void act({ kind: 'redact', ...target })}
          >
            Agree and redact
          </button>
        )}
        {mayDecline && (
          <button
            type="button"
            className={button.quiet}
            disabled={busy}
            onClick={() => void act({ kind: 'decline-redaction', ...target })}
          >
            Decline the redaction
          </button>
        )}
      </div>
    )
  })
}
