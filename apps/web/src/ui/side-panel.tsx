import type { ReactNode } from 'react'
import style from './side-panel.module.css'

type Props = { title: string; children: ReactNode }

/** What stands beside the main thing: always open where there is room, folded above it on a phone. */
export function SidePanel({ title, children }: Props) {
  return (
    <details className={`${style.panel} no-print`}>
      <summary className={style.summary}>{title}</summary>
      {children}
    </details>
  )
}
