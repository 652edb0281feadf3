'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { openSection, type ProjectSection } from './project-sections.ts'
import style from './section-nav.module.css'

/** The pages of the current section, below the bar; nothing for a section with one page. */
export function SectionNav({ sections }: { sections: readonly ProjectSection[] }) {
  const open = openSection(usePathname(), sections)
  const nav = useRef<HTMLElement>(null)
  const pages = open?.section.pages ?? []
  const current = open === null ? -1 : pages.indexOf(open.page)

  // Scrolls the link of the current page into view where the row is narrower than its links.
  useEffect(() => {
    const link = nav.current?.querySelectorAll('a')[current]
    if (nav.current === null || link === undefined) return
    nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2
  }, [current])

  if (open === null || pages.length < 2) return null
  return (
    <nav aria-label={open.section.name} className={`${style.nav} no-print`} ref={nav}>
      <ul>
        {pages.map(({ href, label }, index) => (
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
