import { accountPath, secondFactorPath } from '../../paths.ts'
import type { PersonProfile } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { Input } from '../../ui/input.tsx'
import { Section } from '../../ui/section.tsx'
import style from './account.module.css'
import { AccountForm } from './account-form.tsx'
import { AddPasskey } from './add-passkey.tsx'
import type { FormNote } from './form-note.ts'

type Props = { profile: PersonProfile; providers: readonly { id: string; name: string }[]; note: FormNote | null }

/** Passkeys and linked accounts of a person. */
export function SignInMethods({ profile: { passkeys, linkedAccounts }, providers, note }: Props) {
  const nameOf = (id: string) =>
    id.startsWith('sso-')
      ? 'Identity provider of an organization'
      : (providers.find((provider) => provider.id === id)?.name ?? id)
  const linkable = providers.filter(({ id }) => !linkedAccounts.some(({ provider }) => provider === id))
  return (
    <>
      <Section title="Passkeys" aside="sign in with a fingerprint, face or key instead of the password">
        {passkeys.length > 0 && <PasskeyList passkeys={passkeys} note={note} />}
        <div className={style.after}>
          <AddPasskey />
        </div>
      </Section>
      <Section title="Second factor">
        <p className={style.said}>
          A code of an authenticator app in addition to your password.{' '}
          <a href={secondFactorPath()}>Manage the second factor</a>
        </p>
      </Section>
      {(linkedAccounts.length > 0 || linkable.length > 0) && (
        <Section title="Linked accounts">
          {linkedAccounts.length > 0 && (
            <ul className={style.list} aria-label="Linked accounts">
              {linkedAccounts.map(({ id, provider, createdAt }) => (
                <li key={id} className={style.item}>
                  <div className={style.what}>
                    {nameOf(provider)}
                    <small>since {formatDate(createdAt)}</small>
                  </div>
                  <AccountForm form="unlink" label={`Unlink ${nameOf(provider)}`} note={note} hidden={{ id }}>
                    <Button type="submit">Unlink</Button>
                  </AccountForm>
                </li>
              ))}
            </ul>
          )}
          <div className={style.after}>
            {linkable.map(({ id, name }) => (
              <AccountForm
                key={id}
                form="provider"
                label={`Link ${name}`}
                note={note}
                hidden={{ provider: id, next: `${accountPath()}?done=linked` }}
              >
                <Button type="submit">Link {name}</Button>
              </AccountForm>
            ))}
          </div>
        </Section>
      )}
    </>
  )
}

function PasskeyList({ passkeys, note }: { passkeys: PersonProfile['passkeys']; note: FormNote | null }) {
  return (
    <ul className={style.list} aria-label="Passkeys">
      {passkeys.map(({ id, name, createdAt, backedUp }) => (
        <li key={id} className={style.item}>
          <AccountForm
            form="rename-passkey"
            label={`Rename ${name ?? 'passkey'}`}
            note={note}
            hidden={{ id }}
            className={style.acts}
          >
            <Input
              className={style.name}
              name="name"
              aria-label="Name of the passkey"
              defaultValue={name ?? ''}
              required
              maxLength={100}
            />
            <Button type="submit" variant="quiet">
              Rename
            </Button>
          </AccountForm>
          <small>
            since {formatDate(createdAt)}
            {backedUp && ', synchronised'}
          </small>
          <AccountForm form="remove-passkey" label={`Remove ${name ?? 'passkey'}`} note={note} hidden={{ id }}>
            <Button type="submit">Remove</Button>
          </AccountForm>
        </li>
      ))}
    </ul>
  )
}
