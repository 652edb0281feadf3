import { type Feedback, feedbackName } from '@assay/domain/specs/feedback'
import button from '../../ui/button.module.css'
import style from './form.module.css'
import type { ActProps } from './use-act.ts'

type Props = ActProps & { feedback: Feedback; mayAccept: boolean }

/** The words that a reviewer suggests, which an author accepts into a revision. */
export function Suggestion({ feedback: { number, anchor, suggestion }, mayAccept, act, busy }: Props) {
  return (
    <div className={style.acts}>
      <p className={style.body}>
        <del>{anchor.quote}</del> <ins>{suggestion === '' ? '(nothing)' : suggestion}</ins>
      </p>
      {mayAccept && (
        <button
          type="button"
          className={`${button.button} needs-script`}
          disabled={busy}
          aria-label={`Accept suggestion of ${feedbackName(number)}`}
          onClick={() => void act({ kind: 'accept-suggestion', feedback: number })}
        >
          Accept suggestion
        </button>
      )}
    </div>
  )
}
