import { IconUser } from '@tabler/icons-react'
import Link from 'next/link'
import { accountPath, organizationsPath, peopleFormPath, signInPath } from '../../paths.ts'
import { getPerson } from '../../trpc/server.ts'
import button from '../../ui/button.module.css'
import style from './account-menu.module.css'

/** Menu of the signed-in person; it works without JavaScript. */
export async function AccountMenu() {
  const person = await getPerson()
  if (person === null) {
    return (
      // A plain link, because the sign-in page needs the Referer header to lead back.
      <a href={signInPath()} className={button.quiet}>
        Sign in
      </a>
    )
  }
  return (
    <details className={style.menu} name="bar">
      <summary className={button.quiet} aria-label={`${person.name}, menu`}>
        <IconUser size={16} aria-hidden="true" />
        <span className={style.name}>{person.name}</span>
      </summary>
      <div className={style.open}>
        <p>{person.email}</p>
        <Link href={accountPath()} prefetch={false}>
          Account
        </Link>
        <Link href={organizationsPath()} prefetch={false}>
          Organizations
        </Link>
        <form method="post" action={peopleFormPath('sign-out')}>
          <button type="submit">Sign out</button>
        </form>
      </div>
    </details>
  )
}
