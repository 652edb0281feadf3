import type { Metadata } from 'next'
import { nextPath } from '../../features/people/next-path.ts'
import style from '../../features/people/people-form.module.css'
import { PeopleForm } from '../../features/people/people-form.tsx'
import { PersonPage } from '../../features/people/person-page.tsx'
import { readFormNote } from '../../features/people/read-form-note.ts'
import { readSearchParams, type SearchParams } from '../../search-params.ts'

export const metadata: Metadata = { title: 'Confirm your address', robots: { index: false }, referrer: 'no-referrer' }

/** Where the link in a mail leads. A button, because programs that look at mails open links too. */
export default async function VerifyPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await readSearchParams(searchParams)
  const token = query.get('token') ?? ''
  return (
    <PersonPage title="Confirm your address">
      <PeopleForm
        form="verify"
        label="Confirm"
        note={await readFormNote(query)}
        hidden={{ token, next: nextPath(query.get('next')) }}
        className={style.card}
      >
        <button type="submit" className={style.wide}>
          Confirm my address
        </button>
      </PeopleForm>
    </PersonPage>
  )
}
