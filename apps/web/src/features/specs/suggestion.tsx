import { type Feedback, feedbackName } from '@assay/domain/specs/feedback'
import { Button } from '../../ui/button.tsx'
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
        <Button
          className="needs-script"
          disabled={busy}
          aria-label={`Accept suggestion of ${feedbackName(number)}`}
          onClick={() => void act({ kind: 'accept-suggestion', feedback: number })}
        >
          Accept suggestion
        </Button>
      )}
    </div>
  )
}
