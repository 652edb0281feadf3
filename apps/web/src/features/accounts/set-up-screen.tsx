import { Button } from '../../ui/button.tsx'
import style from './account-form.module.css'
import { AccountField, AccountForm } from './account-form.tsx'
import { AccountPage } from './account-page.tsx'
import type { FormNote } from './form-note.ts'
import { NewAccountFields } from './new-account-fields.tsx'

type Props = {
  note: FormNote | null
  code: string
  /** True for a visitor from another machine, who cannot submit the form without the code. */
  needsCode: boolean
}

export function SetUpScreen({ note, code, needsCode }: Props) {
  return (
    <AccountPage title="Set up this server">
      <p>Create the first account. It owns the organization Assay with the project Demo, and can invite others.</p>
      <AccountForm form="set-up" label="Set up" note={note} hidden={needsCode ? {} : { code }} className={style.card}>
        {needsCode && (
          <AccountField
            form="set-up"
            name="code"
            label="Code"
            note={note}
            autoComplete="off"
            about="npm start prints it where the server runs; the file set-up-code of its data directory contains it."
          />
        )}
        <NewAccountFields form="set-up" note={note} />
        <Button variant="plain" type="submit" className={style.wide}>
          Create account
        </Button>
      </AccountForm>
    </AccountPage>
  )
}
