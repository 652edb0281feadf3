import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { nextPath } from '../../features/accounts/next-path.ts'
import { readFormNote } from '../../features/accounts/read-form-note.ts'
import { SignUpScreen } from '../../features/accounts/sign-up-screen.tsx'
import { accountPath, setUpPath } from '../../paths.ts'
import { readSearchParams, type SearchParams } from '../../search-params.ts'
import { getAccounts, getPerson } from '../../trpc/server-caller.ts'

export const metadata: Metadata = { title: 'Sign up', robots: { index: false }, referrer: 'no-referrer' }

export default async function SignUpPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await readSearchParams(searchParams)
  const { accounts } = await getAccounts()
  if (await accounts.needsOwner()) redirect(setUpPath())
  const next = nextPath(query.get('next'))
  if ((await getPerson()) !== null) redirect(next || accountPath())
  const secret = query.get('invitation') ?? ''
  return (
    <SignUpScreen
      note={await readFormNote(query)}
      next={next}
      secret={secret}
      invitation={secret === '' ? null : await accounts.findInvitation(secret)}
      isOpen={accounts.signInMethods().signUp === 'open'}
      done={query.get('done')}
    />
  )
}
