import type { Metadata } from 'next'
import style from '../../features/accounts/account-form.module.css'
import { AccountForm } from '../../features/accounts/account-form.tsx'
import { AccountPage } from '../../features/accounts/account-page.tsx'
import { nextPath } from '../../features/accounts/next-path.ts'
import { readFormNote } from '../../features/accounts/read-form-note.ts'
import { readSearchParams, type SearchParams } from '../../search-params.ts'
import { Button } from '../../ui/button.tsx'

export const metadata: Metadata = { title: 'Confirm your address', robots: { index: false }, referrer: 'no-referrer' }

/** The page for the link in a mail. It needs a click, because mail scanners open links too. */
export default async function VerifyPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await readSearchParams(searchParams)
  const token = query.get('token') ?? ''
  return (
    <AccountPage title="Confirm your address">
      <AccountForm
        form="verify"
        label="Confirm"
        note={await readFormNote(query)}
        hidden={{ token, next: nextPath(query.get('next')) }}
        className={style.card}
      >
        <Button variant="plain" type="submit" className={style.wide}>
          Confirm my address
        </Button>
      </AccountForm>
    </AccountPage>
  )
}
