import type { ReactNode } from 'react'
import style from './side-panel.module.css'

type Props = { title: string; children: ReactNode }

/** Panel next to the main content: always open on wide screens, collapsed above the content on a phone. */
export function SidePanel({ title, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <details className={`${style.panel} no-print`} tabIndex={0} aria-label={title}>
      <summary className={style.summary}>{title}</summary>
      {children}
    </details>
  )
}
