import { Button } from '../../ui/button.tsx'
import style from './account-form.module.css'
import { AccountForm } from './account-form.tsx'
import { AccountPage } from './account-page.tsx'
import { AppSetUp, CodeField } from './app-set-up.tsx'
import type { FormNote } from './form-note.ts'

type Props = {
  note: FormNote | null
  next: string
  /** Organizations that require a second factor. */
  requiredBy: readonly string[]
  /** The secret of the authenticator app to add; null when the person has an app and enters its code. */
  app: { secret: string; uri: string } | null
}

/** The second step of a sign-in: a code, or an authenticator app that is added first. */
export function SecondFactorStep({ note, next, requiredBy, app }: Props) {
  if (app !== null) {
    return (
      <AccountPage title="Add a second factor">
        <p>{requiredBy.join(' and ')} requires a second factor. Add an authenticator app to continue.</p>
        <AppSetUp app={app} note={note} step="sign-in" next={next} />
        <p className={style.below}>If you have a passkey, sign out and sign in with it instead.</p>
        <SignOut />
      </AccountPage>
    )
  }
  return (
    <AccountPage title="Enter a code">
      <AccountForm form="enter-code" label="Enter a code" note={note} hidden={{ next }} className={style.card}>
        <CodeField form="enter-code" note={note} about="from your authenticator app, or one of your recovery codes" />
        <Button variant="plain" type="submit" className={style.wide}>
          Continue
        </Button>
      </AccountForm>
      <SignOut />
    </AccountPage>
  )
}

const SignOut = () => (
  <AccountForm form="sign-out" label="Cancel the sign-in" note={null}>
    <Button variant="plain" type="submit" className={style.other}>
      Sign out
    </Button>
  </AccountForm>
)
