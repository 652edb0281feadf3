import type { Metadata } from 'next'
import { readFormNote } from '../../features/accounts/read-form-note.ts'
import { ResetPasswordScreen } from '../../features/accounts/reset-password-screen.tsx'
import { readSearchParams, type SearchParams } from '../../search-params.ts'
import { getAccounts } from '../../trpc/server-caller.ts'

export const metadata: Metadata = { title: 'New password', robots: { index: false }, referrer: 'no-referrer' }

export default async function ResetPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await readSearchParams(searchParams)
  const { mail } = (await getAccounts()).accounts.signInMethods()
  return (
    <ResetPasswordScreen
      note={await readFormNote(query)}
      token={query.get('token') ?? ''}
      sendsMail={mail}
      done={query.get('done')}
    />
  )
}
