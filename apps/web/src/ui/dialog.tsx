import type { ReactNode, RefObject } from 'react'
import { Button } from './button.tsx'
import style from './dialog.module.css'
import { Form } from './form.tsx'
import { joinClasses } from './join-classes.ts'

type DialogProps = {
  /** Opens and closes the dialog: `showModal` and `close`. */
  dialog: RefObject<HTMLDialogElement | null>
  /** Accessible name, when no heading inside has the id `labelledBy`. */
  label?: string
  labelledBy?: string
  className?: string | undefined
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** A modal dialog. The native element holds the focus, closes with Escape and returns the focus. */
export const Dialog = ({ dialog, label, labelledBy, className, onClose, children }: DialogProps) => (
  <dialog
    ref={dialog}
    className={joinClasses(style.dialog, className)}
    aria-label={label}
    aria-labelledby={labelledBy}
    onClose={onClose}
  >
    {children}
  </dialog>
)

type Props = {
  dialog: RefObject<HTMLDialogElement | null>
  id: string
  title: string
  submit: string
  disabled?: boolean
  failure: string
  /** Handles the values of the form. */
  action: (fields: FormData, form: HTMLFormElement) => unknown
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
  action,
  onClose,
  children,
}: Props) => (
  <Dialog dialog={dialog} className={style.form} labelledBy={id} onClose={onClose}>
    <Form action={action}>
      <h2 id={id}>{title}</h2>
      {children}
      {failure !== '' && <p role="alert">{failure}</p>}
      <div className={style.end}>
        <Button type="submit" variant="primary" disabled={disabled}>
          {submit}
        </Button>
        <Button onClick={() => dialog.current?.close()}>Cancel</Button>
      </div>
    </Form>
  </Dialog>
)
