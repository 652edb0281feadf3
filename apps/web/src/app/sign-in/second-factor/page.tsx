import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { nextPath } from '../../../features/accounts/next-path.ts'
import { readFormNote } from '../../../features/accounts/read-form-note.ts'
import { SecondFactorStep } from '../../../features/accounts/second-factor-step.tsx'
import { organizationSignInPath, signInPath } from '../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../search-params.ts'
import { getAccounts } from '../../../trpc/server-caller.ts'

export const metadata: Metadata = { title: 'Second factor', robots: { index: false } }

export default async function SecondFactorPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await readSearchParams(searchParams)
  const next = nextPath(query.get('next'))
  const { accounts, request } = await getAccounts()
  const step = await accounts.getSignInStep(request)
  if (step === null) redirect(signInPath({ next }))
  if (step.step === 'provider') redirect(organizationSignInPath({ next }))
  const app = step.step === 'set-up' ? await accounts.startTotp(request) : null
  return <SecondFactorStep note={await readFormNote(query)} next={next} requiredBy={step.requiredBy} app={app} />
}
