'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { isOpenPage } from '../shell/is-open-page.ts'
import style from './settings-nav.module.css'

type Props = { links: readonly { href: string; label: string }[] }

/** The pages of the settings, with the current one marked. The first is the parent of the others, except of other sections. */
export function SettingsNav({ links }: Props) {
  const path = usePathname()
  const parent = `${links[0]?.href}/`
  return (
    <nav aria-label="Settings" className={style.nav}>
      {links.map(({ href, label }) => {
        const isCurrent = isOpenPage(path, { href, alone: !href.startsWith(parent) })
        return (
          <Link key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
            {label}
          </Link>
        )
      })}
    </nav>
  )
}
