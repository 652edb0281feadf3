'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { isOpenPage } from './is-open-page.ts'
import style from './project-nav.module.css'

type Props = { links: readonly { href: string; label: string }[] }

/** The pages of a project; a client component, because the layout that contains it does not know the current page. */
export function ProjectNav({ links }: Props) {
  const pathname = usePathname()
  const nav = useRef<HTMLElement>(null)
  // The first link is the project itself, below which all others are.
  const current = links.findIndex(({ href }, index) => isOpenPage(pathname, { href, alone: index === 0 }))

  // Scrolls the current page's link into view when the bar is too narrow for all links.
  useEffect(() => {
    const link = nav.current?.querySelectorAll('a')[current]
    if (nav.current === null || link === undefined) return
    nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2
  }, [current])

  return (
    <nav aria-label="Project" className={style.nav} ref={nav}>
      <ul>
        {links.map(({ href, label }, index) => (
          <li key={href}>
            <Link href={href} prefetch={false} aria-current={index === current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
