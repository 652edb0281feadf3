import type { Metadata } from 'next'
import { nextPath } from '../../../features/accounts/next-path.ts'
import { OrganizationSignIn } from '../../../features/accounts/organization-sign-in.tsx'
import { readFormNote } from '../../../features/accounts/read-form-note.ts'
import { readSearchParams, type SearchParams } from '../../../search-params.ts'
import { getAccounts } from '../../../trpc/server-caller.ts'

export const metadata: Metadata = { title: 'Sign in with an organization', robots: { index: false } }

export default async function OrganizationSignInPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await readSearchParams(searchParams)
  const { accounts, request } = await getAccounts()
  const step = await accounts.getSignInStep(request)
  const requiredBy = step?.step === 'provider' ? step.organizations : []
  return (
    <OrganizationSignIn note={await readFormNote(query)} next={nextPath(query.get('next'))} requiredBy={requiredBy} />
  )
}
