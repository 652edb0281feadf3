import Link from 'next/link'
import { organizationSignInPath, resetPasswordPath, signUpPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import style from './account-form.module.css'
import { AccountField, AccountForm } from './account-form.tsx'
import { AccountPage } from './account-page.tsx'
import type { FormNote } from './form-note.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'

type Props = {
  note: FormNote | null
  next: string
  /** Set for a person who is signed in and has to confirm their identity once more. */
  again: { email: string } | null
  offers: { providers: readonly { id: string; name: string }[]; mail: boolean; signUp: 'open' | 'invited' }
  done: string | null
  problem: string | null
}

export function SignInScreen({ note, next, again, offers, done, problem }: Props) {
  return (
    <AccountPage title={again === null ? 'Sign in' : 'Sign in again'} done={done} problem={problem}>
      {again !== null && <p>This action needs a sign-in within the last 15 minutes.</p>}
      <AccountForm
        form="sign-in"
        label="Sign in"
        note={note}
        hidden={{ next, ...(again !== null && { again: '1' }) }}
        className={style.card}
      >
        <AccountField
          form="sign-in"
          name="email"
          label="E-mail"
          note={note}
          type="email"
          autoComplete="username"
          value={again?.email ?? ''}
        />
        <AccountField
          form="sign-in"
          name="password"
          label="Password"
          note={note}
          type="password"
          autoComplete="current-password"
        />
        <Button variant="plain" type="submit" className={style.wide}>
          Sign in
        </Button>
        {offers.mail && <Link href={resetPasswordPath()}>Forgot the password?</Link>}
      </AccountForm>
      <div className={style.or}>
        <PasskeySignIn next={next} />
        {offers.providers.map(({ id, name }) => (
          <AccountForm key={id} form="provider" label={name} note={note} hidden={{ provider: id, next }}>
            <Button variant="plain" type="submit" className={style.other}>
              Sign in with {name}
            </Button>
          </AccountForm>
        ))}
        <Link href={organizationSignInPath({ next })}>Sign in with your organization</Link>
      </div>
      {again === null &&
        (offers.signUp === 'open' ? (
          <p className={style.below}>
            No account yet? <Link href={signUpPath({ next })}>Sign up</Link>
          </p>
        ) : (
          <p className={style.below}>Sign-up is by invitation only.</p>
        ))}
    </AccountPage>
  )
}
