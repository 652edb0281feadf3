import Link from 'next/link'
import { resetPasswordPath, signInPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import style from './account-form.module.css'
import { AccountField, AccountForm } from './account-form.tsx'
import { AccountPage } from './account-page.tsx'
import type { FormNote } from './form-note.ts'
import { NewPasswordField } from './password-field.tsx'

type Props = {
  note: FormNote | null
  /** Token of the link in a mail; empty for a visitor who requests one. */
  token: string
  sendsMail: boolean
  done: string | null
}

export function ResetPasswordScreen({ note, token, sendsMail, done }: Props) {
  return (
    <AccountPage title="A new password" done={done}>
      {token !== '' ? (
        <AccountForm form="reset-password" label="New password" note={note} hidden={{ token }} className={style.card}>
          <NewPasswordField form="reset-password" label="New password" note={note} />
          <Button variant="plain" type="submit" className={style.wide}>
            Change the password
          </Button>
          <Link href={resetPasswordPath()}>Ask for another link</Link>
        </AccountForm>
      ) : sendsMail ? (
        <AccountForm form="request-reset" label="Ask for a link" note={note} className={style.card}>
          <AccountField
            form="request-reset"
            name="email"
            label="E-mail"
            note={note}
            type="email"
            autoComplete="username"
          />
          <Button variant="plain" type="submit" className={style.wide}>
            Send me a link
          </Button>
        </AccountForm>
      ) : (
        <EmptyState title="This server sends no mail">
          <p>Sign in with a passkey, or ask the administrator of the server for help.</p>
        </EmptyState>
      )}
      <p className={style.below}>
        <Link href={signInPath()}>Back to signing in</Link>
      </p>
    </AccountPage>
  )
}
