import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { readFormNote } from '../../features/accounts/read-form-note.ts'
import { SetUpScreen } from '../../features/accounts/set-up-screen.tsx'
import { readSearchParams, type SearchParams } from '../../search-params.ts'
import { getAccounts } from '../../trpc/server-caller.ts'

export const metadata: Metadata = { title: 'Set up', robots: { index: false }, referrer: 'no-referrer' }

/** Creates the first owner; responds 404 once one exists. */
export default async function SetUpPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await readSearchParams(searchParams)
  const { accounts, request } = await getAccounts()
  if (!(await accounts.needsOwner())) notFound()
  const code = query.get('code') ?? ''
  return <SetUpScreen note={await readFormNote(query)} code={code} needsCode={!accounts.canSetUp(request, code)} />
}
