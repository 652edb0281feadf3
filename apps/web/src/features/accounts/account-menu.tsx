import { IconUser } from '@tabler/icons-react'
import Link from 'next/link'
import { accountPath, organizationsPath, peopleFormPath, signInPath } from '../../paths.ts'
import { getPerson } from '../../trpc/server-caller.ts'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PlainForm } from '../../ui/plain-form.tsx'
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
    <Menu
      label={`${person.name}, menu`}
      panelClassName={style.open}
      trigger={
        <>
          <IconUser size={16} aria-hidden="true" />
          <span className={style.name}>{person.name}</span>
        </>
      }
    >
      <p>{person.email}</p>
      <Link href={accountPath()} prefetch={false}>
        Account
      </Link>
      <Link href={organizationsPath()} prefetch={false}>
        Organizations
      </Link>
      <PlainForm method="post" action={peopleFormPath('sign-out')}>
        <Button variant="plain" type="submit">
          Sign out
        </Button>
      </PlainForm>
    </Menu>
  )
}
