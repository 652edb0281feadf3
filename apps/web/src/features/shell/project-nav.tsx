'use client'

import {
  IconArrowsDiff,
  IconChartLine,
  IconDatabase,
  IconLayoutDashboard,
  IconPencil,
  IconSettings,
  IconTrendingUp,
} from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import style from './project-nav.module.css'
import { openSection, type ProjectSection } from './project-sections.ts'

const ICONS = {
  Overview: IconLayoutDashboard,
  Changes: IconTrendingUp,
  Compare: IconArrowsDiff,
  Trends: IconChartLine,
  Write: IconPencil,
  Data: IconDatabase,
  Settings: IconSettings,
} as const

/**
 * The sections of a project: in the bar on wide screens, at the bottom edge on phones. It is a client component, because
 * the layout that contains it does not know the current page.
 */
export function ProjectNav({ sections }: { sections: readonly ProjectSection[] }) {
  const pathname = usePathname()
  const open = openSection(pathname, sections)
  return (
    <nav aria-label="Project" className={style.nav}>
      <ul>
        {sections.map((section) => {
          const { name, pages } = section
          const Icon = ICONS[name]
          const [first] = pages
          if (first === undefined) return null
          const current = section === open?.section
          return (
            <li key={name}>
              <Link
                href={first.href}
                prefetch={false}
                aria-current={current ? (pathname === first.href ? 'page' : 'true') : undefined}
              >
                <Icon size={19} stroke={1.6} aria-hidden="true" />
                {name}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
