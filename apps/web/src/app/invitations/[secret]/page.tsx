import type { Metadata } from 'next'
import Link from 'next/link'
import style from '../../../features/accounts/account-form.module.css'
import { AccountPage } from '../../../features/accounts/account-page.tsx'
import { AcceptInvitation } from '../../../features/organizations/organization-forms.tsx'
import { invitationPath, signInPath, signUpPath } from '../../../paths.ts'
import { getAccounts, getPerson } from '../../../trpc/server-caller.ts'
import button from '../../../ui/button.module.css'
import { EmptyState } from '../../../ui/empty-state.tsx'

type Props = { params: Promise<{ secret: string }> }

export const metadata: Metadata = { title: 'Invitation', robots: { index: false }, referrer: 'no-referrer' }

export default async function InvitationPage({ params }: Props) {
  const { secret } = await params
  const [{ accounts }, person] = await Promise.all([getAccounts(), getPerson()])
  const invitation = await accounts.findInvitation(secret)
  const next = invitationPath(secret)
  if (invitation === null) {
    return (
      <AccountPage title="Invitation">
        <EmptyState title="This invitation is no longer valid">
          <p>It was used, revoked, or is older than seven days. Ask the sender for a new one.</p>
        </EmptyState>
      </AccountPage>
    )
  }
  return (
    <AccountPage title={`Join ${invitation.organization}`}>
      {person === null ? (
        <>
          <p>You are invited to {invitation.organization} on Assay.</p>
          <p className={style.doors}>
            <Link href={signUpPath({ invitation: secret, next })} className={button.primary}>
              Sign up
            </Link>
            <Link href={signInPath({ next })} className={button.button}>
              Sign in
            </Link>
          </p>
        </>
      ) : (
        <>
          <p>
            You are signed in as {person.name} ({person.email}).
          </p>
          <AcceptInvitation secret={secret} />
        </>
      )}
    </AccountPage>
  )
}
