import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { nextPath } from '../../../features/accounts/next-path.ts'
import { readFormNote } from '../../../features/accounts/read-form-note.ts'
import { SecondFactorScreen } from '../../../features/accounts/second-factor-screen.tsx'
import { PageFrame } from '../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../features/shell/top-bar.tsx'
import { secondFactorPath, signInPath } from '../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../search-params.ts'
import { readRecoveryCookie } from '../../../server/recovery-code-cookie.ts'
import { getAccounts, getPerson } from '../../../trpc/server-caller.ts'

export const metadata: Metadata = { title: 'Second factor', robots: { index: false } }

export default async function OwnSecondFactorPage({ searchParams }: { searchParams: SearchParams }) {
  const person = await getPerson()
  if (person === null) redirect(signInPath({ next: secondFactorPath() }))
  const query = await readSearchParams(searchParams)
  const { accounts, request } = await getAccounts()
  const factor = await accounts.getSecondFactor(person)
  return (
    <>
      <TopBar />
      <PageFrame>
        <SecondFactorScreen
          factor={factor}
          app={factor.since === null ? await accounts.startTotp(request) : null}
          codes={await readRecoveryCookie(person.sessionId)}
          next={nextPath(query.get('next'))}
          note={await readFormNote(query)}
          done={query.get('done')}
        />
      </PageFrame>
    </>
  )
}
