import Link from 'next/link'
import { signInPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import style from './account-form.module.css'
import { AccountForm } from './account-form.tsx'
import { AccountPage } from './account-page.tsx'
import type { FormNote } from './form-note.ts'
import { NewAccountFields } from './new-account-fields.tsx'

type Props = {
  note: FormNote | null
  next: string
  /** Secret of the invitation; empty without one. */
  secret: string
  /** Null when there is no invitation, or when it has expired. */
  invitation: { organization: string; email: string | null } | null
  isOpen: boolean
  done: string | null
}

export function SignUpScreen({ note, next, secret, invitation, isOpen, done }: Props) {
  const signIn = (
    <p className={style.below}>
      You have an account? <Link href={signInPath({ next })}>Sign in</Link>
    </p>
  )
  if (done === 'mail') {
    return (
      <AccountPage title="One more step" done={done}>
        {signIn}
      </AccountPage>
    )
  }
  if (!isOpen && invitation === null) {
    return (
      <AccountPage title="Sign up">
        <EmptyState title={secret === '' ? 'Sign-up is by invitation only' : 'This invitation is no longer valid'}>
          <p>Ask an owner of the organization for an invitation, and open the link in it.</p>
        </EmptyState>
        {signIn}
      </AccountPage>
    )
  }
  return (
    <AccountPage title="Sign up">
      {invitation !== null && <p>You are invited to {invitation.organization}.</p>}
      <AccountForm
        form="sign-up"
        label="Sign up"
        note={note}
        hidden={{ next, invitation: secret }}
        className={style.card}
      >
        <NewAccountFields form="sign-up" note={note} email={invitation?.email ?? undefined} />
        <Button variant="plain" type="submit" className={style.wide}>
          Sign up
        </Button>
      </AccountForm>
      {signIn}
    </AccountPage>
  )
}
