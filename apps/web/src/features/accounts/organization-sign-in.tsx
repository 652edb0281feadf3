import { Button } from '../../ui/button.tsx'
import style from './account-form.module.css'
import { AccountField, AccountForm } from './account-form.tsx'
import { AccountPage } from './account-page.tsx'
import type { FormNote } from './form-note.ts'

type Organization = { slug: string; name: string; provider: string }
type Props = {
  note: FormNote | null
  next: string
  /** Organizations whose identity provider the person of an incomplete session must sign in by. */
  requiredBy: readonly Organization[]
}

/** Sign-in by the identity provider of an organization, which its mail domain finds. */
export function OrganizationSignIn({ note, next, requiredBy }: Props) {
  if (requiredBy.length > 0) return <RequiredSignIn {...{ note, next, requiredBy }} />
  return (
    <AccountPage title="Sign in with your organization">
      <AccountForm
        form="organization-sign-in"
        label="Sign in with your organization"
        note={note}
        hidden={{ next }}
        className={style.card}
      >
        <AccountField
          form="organization-sign-in"
          name="email"
          label="E-mail"
          note={note}
          type="email"
          autoComplete="username"
          about="the address at your organization"
        />
        <Button variant="plain" type="submit" className={style.wide}>
          Continue
        </Button>
      </AccountForm>
    </AccountPage>
  )
}

function RequiredSignIn({ note, next, requiredBy }: Props) {
  return (
    <AccountPage title="Sign in with your organization">
      {requiredBy.map(({ slug, name, provider }) => (
        <div key={slug} className={style.card}>
          <p>{name} requires a sign-in by its own identity provider.</p>
          <AccountForm
            form="organization-sign-in"
            label={`Sign in with ${name}`}
            note={note}
            hidden={{ organization: slug, next }}
          >
            <Button variant="plain" type="submit" className={style.wide}>
              Sign in with {provider}
            </Button>
          </AccountForm>
          <AccountForm
            form="leave-organization"
            label={`Leave ${name}`}
            note={note}
            hidden={{ id: slug, organization: slug, next }}
          >
            <p>If it does not know you, you can leave the organization. You lose access to its projects.</p>
            <Button variant="plain" type="submit" className={style.other}>
              Leave {name}
            </Button>
          </AccountForm>
        </div>
      ))}
      <AccountForm form="sign-out" label="Cancel the sign-in" note={null}>
        <Button variant="plain" type="submit" className={style.other}>
          Sign out
        </Button>
      </AccountForm>
    </AccountPage>
  )
}
