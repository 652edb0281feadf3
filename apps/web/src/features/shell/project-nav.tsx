'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import style from './project-nav.module.css'

type Props = { links: readonly { href: string; label: string }[] }

/** The pages of a project; a client component only because the layout that holds it does not know the page. */
export function ProjectNav({ links }: Props) {
  const pathname = usePathname()
  return (
    <nav aria-label="Project" className={style.nav}>
      <ul>
        {links.map(({ href, label }, index) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={isCurrent(pathname, href, index === 0) ? 'page' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The first link is the project itself, below which all others lie. */
const isCurrent = (pathname: string, href: string, exact: boolean) =>
  pathname === href || (!exact && pathname.startsWith(`${href}/`))
