import { IconCircleHalf2 } from '@tabler/icons-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { docsPath, projectsPath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { AccountMenu } from '../accounts/account-menu.tsx'
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
        <Link href={docsPath()} className={button.quiet} prefetch={false}>
          Docs
        </Link>
        <ThemeToggle>
          <IconCircleHalf2 size={17} aria-hidden="true" />
        </ThemeToggle>
        <AccountMenu />
      </div>
    </header>
  )
}

/**
 * The bar of the page for unknown addresses. Every page carries that page, so that its bar has plain links alone: the
 * usual one would look up the caller again and load its scripts a second time.
 */
export function PlainTopBar() {
  return (
    <header className={`${style.bar} no-print`}>
      <a href={projectsPath()} className={style.brand} aria-label="Assay, all projects">
        <Logo />
        <span className={style.name}>Assay</span>
      </a>
      <div className={style.end}>
        <a href={docsPath()} className={button.quiet}>
          Docs
        </a>
      </div>
    </header>
  )
}

/** The logo of Assay: two bars, a result above its base. */
function Logo() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" fill="var(--ink)" />
      <rect x="4" y="10" width="3" height="6" rx="1" fill="var(--surface)" opacity=".55" />
      <rect x="8.5" y="7" width="3" height="9" rx="1" fill="var(--surface)" opacity=".8" />
      <rect x="13" y="4" width="3" height="12" rx="1" fill="var(--surface)" />
    </svg>
  )
}
