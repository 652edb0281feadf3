import { type Feedback, feedbackName } from '@assay/domain/specs/feedback'
import { Button } from '../../ui/button.tsx'
import style from './form.module.css'
import type { ActProps } from './use-act.ts'

type Props = ActProps & { feedback: Feedback; mayAccept: boolean }

/** The words that a reviewer suggests, which an author accepts into a revision. */
export function Suggestion({ feedback, mayAccept, act, busy }: Props) {
  const { number, anchor, suggestion, inDraftRevision } = feedback
  const name = feedbackName(number)
  return (
    <div className={style.acts}>
      <p className={style.body}>
        <del>{anchor.quote}</del> <ins>{suggestion === '' ? '(nothing)' : suggestion}</ins>
      </p>
      {inDraftRevision !== undefined && (
        <p className={style.faint}>In the draft revision, added by {inDraftRevision.by.name}</p>
      )}
      {mayAccept && (
        <div className={`${style.buttons} needs-script`}>
          <Button
            disabled={busy}
            aria-label={`Accept suggestion of ${name}`}
            onClick={() => void act({ kind: 'accept-suggestion', feedback: number })}
          >
            Accept suggestion
          </Button>
          {inDraftRevision === undefined ? (
            <Button
              variant="quiet"
              disabled={busy}
              aria-label={`Add to draft revision: ${name}`}
              onClick={() => void act({ kind: 'add-to-draft-revision', feedback: number })}
            >
              Add to draft revision
            </Button>
          ) : (
            <Button
              variant="quiet"
              disabled={busy}
              aria-label={`Remove from draft revision: ${name}`}
              onClick={() => void act({ kind: 'remove-from-draft-revision', feedback: number })}
            >
              Remove from draft revision
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
