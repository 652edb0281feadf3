import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cameFrom, nextPath } from '../../features/accounts/next-path.ts'
import { readFormNote } from '../../features/accounts/read-form-note.ts'
import { SignInScreen } from '../../features/accounts/sign-in-screen.tsx'
import { accountPath, organizationSignInPath, secondFactorStepPath, setUpPath } from '../../paths.ts'
import { readSearchParams, type SearchParams } from '../../search-params.ts'
import { getAccounts, getPerson } from '../../trpc/server-caller.ts'

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } }

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await readSearchParams(searchParams)
  const { accounts, request } = await getAccounts()
  if (await accounts.needsOwner()) redirect(setUpPath())
  const person = await getPerson()
  const again = query.has('again') ? person : null
  if (person !== null && again === null) redirect(nextPath(query.get('next')) || accountPath())
  const step = await accounts.getSignInStep(request)
  if (step !== null) {
    const path = step.step === 'provider' ? organizationSignInPath : secondFactorStepPath
    redirect(path({ next: nextPath(query.get('next')) }))
  }
  const requestHeaders = await headers()
  return (
    <SignInScreen
      note={await readFormNote(query)}
      next={nextPath(query.get('next')) || cameFrom(requestHeaders.get('referer'), requestHeaders.get('host'))}
      again={again}
      offers={accounts.signInMethods()}
      done={query.get('done')}
      problem={query.get('problem')}
    />
  )
}
