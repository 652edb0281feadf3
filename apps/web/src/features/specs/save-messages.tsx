import { Button } from '../../ui/button.tsx'
import { WAITING } from './retry-until-answered.ts'
import style from './spec-editor.module.css'
import type { SaveState } from './use-save-spec.ts'

type Props = {
  state: SaveState
  /** False when the browser could not store the draft. */
  isDraftStored: boolean
  isDraftRestored: boolean
  onDiscardDraft: () => void
}

/** Messages about the saved text and about its draft in the browser. */
export function SaveMessages({ state, isDraftStored, isDraftRestored, onDiscardDraft }: Props) {
  return (
    <>
      {(state.kind === 'failed' || state.kind === 'waiting') && (
        <p role="alert" className={style.failed}>
          {state.kind === 'failed' ? state.reason : WAITING}
        </p>
      )}
      {state.kind === 'saved-partly' && (
        <p role="status" className={style.state}>
          Revision {state.revision} is saved. Text typed since then is still here and not yet saved.
        </p>
      )}
      {!isDraftStored && (
        <p role="alert" className={style.failed}>
          This browser cannot store a draft: its storage is full or disabled. Save before you close this page.
        </p>
      )}
      {isDraftRestored && (
        <p role="status" className={style.state}>
          Your unsaved draft was restored.{' '}
          <Button variant="quiet" onClick={onDiscardDraft}>
            Discard
          </Button>
        </p>
      )}
    </>
  )
}
