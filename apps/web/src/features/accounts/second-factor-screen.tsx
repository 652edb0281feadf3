import Link from 'next/link'
import { accountPath } from '../../paths.ts'
import type { SecondFactor } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import style from './account.module.css'
import { AccountForm } from './account-form.tsx'
import { FormResult } from './account-page.tsx'
import { AppSetUp, CodeField } from './app-set-up.tsx'
import type { FormNote } from './form-note.ts'
import own from './second-factor.module.css'

type Props = {
  factor: SecondFactor
  /** The secret of the app to add; null when the person has one. */
  app: { secret: string; uri: string } | null
  /** New recovery codes, which are shown once. */
  codes: readonly string[]
  next: string
  note: FormNote | null
  done: string | null
}

/** The authenticator app and the recovery codes of a person. */
export function SecondFactorScreen({ factor, app, codes, next, note, done }: Props) {
  const { since, recoveryCodes, requiredBy } = factor
  return (
    <div className={style.page}>
      <PageHeader
        above={<Link href={accountPath()}>Your account</Link>}
        title="Second factor"
        summary={
          since === null
            ? 'A code of an authenticator app, in addition to your password.'
            : `Codes of your authenticator app are needed since ${formatDate(since)}.`
        }
      />
      <FormResult done={done} />
      {codes.length > 0 && <NewCodes codes={codes} next={next} />}
      {app !== null && (
        <Section title="Add an authenticator app">
          <AppSetUp app={app} note={note} step="account" next="" />
        </Section>
      )}
      {since !== null && (
        <>
          <Section title="Recovery codes" aside={`${recoveryCodes} left`}>
            <p className={style.said}>Each replaces a code of the app once. New codes replace all earlier ones.</p>
            <AccountForm form="recovery-codes" label="New recovery codes" note={note}>
              <CodeField form="recovery-codes" note={note} about="from the app" />
              <Button type="submit">Create new recovery codes</Button>
            </AccountForm>
          </Section>
          <Section title="Remove the app" variant="danger">
            {requiredBy.length > 0 && (
              <p className={style.said}>
                {requiredBy.join(' and ')} requires a second factor: your next sign-in asks for a new app.
              </p>
            )}
            <AccountForm form="remove-app" label="Remove the app" note={note}>
              <CodeField form="remove-app" note={note} about="from the app, or a recovery code" />
              <Button type="submit" variant="danger">
                Remove the app
              </Button>
            </AccountForm>
          </Section>
        </>
      )}
    </div>
  )
}

const NewCodes = ({ codes, next }: { codes: readonly string[]; next: string }) => (
  <Section title="Your recovery codes">
    <p className={style.said}>
      Store them now in a safe place; they will not be shown again. With one of them you sign in when you lose the app.
    </p>
    <ul className={own.codes} aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    {next !== '' && <a href={next}>Continue</a>}
  </Section>
)
