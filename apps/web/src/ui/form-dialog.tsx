import type { FormEvent, ReactNode, RefObject } from 'react'
import button from './button.module.css'
import style from './form-dialog.module.css'

type Props = {
  /** Opens and closes the dialog. */
  dialog: RefObject<HTMLDialogElement | null>
  id: string
  title: string
  submit: string
  disabled?: boolean
  failure: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose?: () => void
  children: ReactNode
}

/** A modal dialog with one form, which is sent or canceled. */
export const FormDialog = ({
  dialog,
  id,
  title,
  submit,
  disabled = false,
  failure,
  onSubmit,
  onClose,
  children,
}: Props) => (
  <dialog ref={dialog} className={style.dialog} aria-labelledby={id} onClose={onClose}>
    <form onSubmit={onSubmit}>
      <h2 id={id}>{title}</h2>
      {children}
      {failure !== '' && <p role="alert">{failure}</p>}
      <div className={style.end}>
        <button type="submit" className={button.primary} disabled={disabled}>
          {submit}
        </button>
        <button type="button" className={button.button} onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </form>
  </dialog>
)
