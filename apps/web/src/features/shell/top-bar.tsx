import { IconCircleHalf2 } from '@tabler/icons-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { apiDocsPath, projectsPath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { AccountMenu } from '../accounts/account-menu.tsx'
import { Logo } from './logo.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import style from './top-bar.module.css'

/** The bar at the top of every page; a project adds its name and its pages. */
export function TopBar({ children }: { children?: ReactNode }) {
  return (
    <header className={`${style.bar} no-print`}>
      <Link href={projectsPath()} className={style.brand} aria-label="Assay, all projects" prefetch={false}>
        <Logo />
        <span className={style.name}>Assay</span>
      </Link>
      {children}
      <div className={style.end}>
        <Link href={apiDocsPath()} className={button.quiet} prefetch={false}>
          API
        </Link>
        <ThemeToggle>
          <IconCircleHalf2 size={17} aria-hidden="true" />
        </ThemeToggle>
        <AccountMenu />
      </div>
    </header>
  )
}
