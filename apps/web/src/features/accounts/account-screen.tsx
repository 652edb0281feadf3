import { plural } from '@assay/domain/plural'
import { accountExportPath, ownNotificationsPath } from '../../paths.ts'
import type { AccountEvent, OwnToken, PersonProfile, PersonSession } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { Checkbox } from '../../ui/input.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import style from './account.module.css'
import { AccountField, AccountForm } from './account-form.tsx'
import { FormResult } from './account-page.tsx'
import type { FormNote } from './form-note.ts'
import { OwnTokens } from './own-tokens.tsx'
import { NewPasswordField } from './password-field.tsx'
import { RecentEvents } from './recent-events.tsx'
import { SessionList } from './session-list.tsx'
import { SignInMethods } from './sign-in-methods.tsx'

type Props = {
  profile: PersonProfile
  sessions: readonly PersonSession[]
  lately: readonly AccountEvent[]
  /** Number of specs with something of the person. */
  specs: number
  /** Tokens that the person created, in all projects. */
  tokens: readonly OwnToken[]
  now: number
  /** Id of the session of this browser. */
  current: string
  offers: { providers: readonly { id: string; name: string }[]; mail: boolean }
  note: FormNote | null
  done: string | null
  problem: string | null
}

export function AccountScreen(props: Props) {
  const { profile, sessions, lately, specs, tokens, now, current, offers, note, done, problem } = props
  const { name, email, emailVerified, createdAt, hasPassword } = profile
  return (
    <div className={style.page}>
      <PageHeader title="Your account" summary={`${name}, ${email}, since ${formatDate(createdAt)}`} />
      <FormResult done={done} problem={problem} />
      <Section title="Name">
        <AccountForm form="rename" label="Name" note={note}>
          <AccountField
            form="rename"
            name="name"
            label="Name"
            note={note}
            autoComplete="name"
            value={name}
            maxLength={100}
          />
          <Button type="submit">Change the name</Button>
        </AccountForm>
      </Section>
      <Section title="E-mail" aside={offers.mail && !emailVerified ? 'not confirmed yet' : undefined}>
        <AccountForm form="change-email" label="E-mail" note={note}>
          <AccountField
            form="change-email"
            name="email"
            label="New address"
            note={note}
            type="email"
            autoComplete="email"
          />
          {hasPassword && <CurrentPassword form="change-email" note={note} />}
          <Button type="submit">Change the address</Button>
        </AccountForm>
      </Section>
      {hasPassword && (
        <Section title="Password">
          <AccountForm form="change-password" label="Password" note={note}>
            <CurrentPassword form="change-password" note={note} />
            <NewPasswordField form="change-password" label="New password" note={note} />
            <Button type="submit">Change the password</Button>
          </AccountForm>
        </Section>
      )}
      <SignInMethods profile={profile} providers={offers.providers} note={note} />
      <SessionList sessions={sessions} current={current} note={note} />
      <RecentEvents events={lately} />
      <Section title="Finding notifications">
        <p className={style.said}>
          By webhook, chat or mail, for yourself only. <a href={ownNotificationsPath()}>Manage channels</a>
        </p>
      </Section>
      <OwnTokens tokens={tokens} now={now} />
      <Section title="Your data">
        <p className={style.said}>
          Everything that is stored about you, as JSON, with your comments, responses and opinions in specs.{' '}
          <a href={accountExportPath()} download>
            Download it
          </a>
        </p>
      </Section>
      <DeleteAccount specs={specs} hasPassword={hasPassword} note={note} />
    </div>
  )
}

type DeleteProps = Pick<Props, 'specs' | 'note'> & { hasPassword: boolean }

function DeleteAccount({ specs, hasPassword, note }: DeleteProps) {
  return (
    <Section title="Delete the account" variant="danger">
      <p className={style.said}>
        You leave every organization and project, and cannot sign in again. Runs and notes stay where they are.
      </p>
      {specs > 0 && (
        <p className={style.said}>
          {plural(specs, 'spec keeps', 'specs keep')} what you wrote or opened, because a spec is a record of its
          review. A pseudonym can take the place of your name there. It does not replace your name inside texts.
        </p>
      )}
      <AccountForm form="delete-account" label="Delete the account" note={note}>
        {specs > 0 && (
          <label>
            <Checkbox name="pseudonym" value="yes" /> Replace my name in specs by a pseudonym
          </label>
        )}
        {hasPassword && <CurrentPassword form="delete-account" note={note} />}
        <Button type="submit" variant="danger">
          Delete my account
        </Button>
      </AccountForm>
    </Section>
  )
}

const CurrentPassword = ({ form, note }: { form: string; note: FormNote | null }) => (
  <AccountField
    form={form}
    name="current"
    label="Your password"
    note={note}
    type="password"
    autoComplete="current-password"
  />
)
