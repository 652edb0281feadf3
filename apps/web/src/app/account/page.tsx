import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AccountScreen } from '../../features/accounts/account-screen.tsx'
import { readFormNote } from '../../features/accounts/read-form-note.ts'
import { PageFrame } from '../../features/shell/page-frame.tsx'
import { TopBar } from '../../features/shell/top-bar.tsx'
import { accountPath, signInPath } from '../../paths.ts'
import { readSearchParams, type SearchParams } from '../../search-params.ts'
import { api, getAccounts, getPerson } from '../../trpc/server-caller.ts'

export const metadata: Metadata = { title: 'Account', robots: { index: false } }

export default async function AccountPage({ searchParams }: { searchParams: SearchParams }) {
  const person = await getPerson()
  if (person === null) redirect(signInPath({ next: accountPath() }))
  const query = await readSearchParams(searchParams)
  const { accounts } = await getAccounts()
  const [{ profile, sessions, lately, specs }, tokens] = await Promise.all([
    accounts.getAccount(person),
    (await api()).tokens.mine(),
  ])
  return (
    <>
      <TopBar />
      <PageFrame>
        <AccountScreen
          profile={profile}
          sessions={sessions}
          lately={lately}
          specs={specs}
          tokens={tokens}
          now={Date.now()}
          current={person.sessionId}
          offers={accounts.signInMethods()}
          note={await readFormNote(query)}
          done={query.get('done')}
          problem={query.get('problem')}
        />
      </PageFrame>
    </>
  )
}
