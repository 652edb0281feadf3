import type { ReactNode } from 'react'
import style from './page-frame.module.css'

type Props = {
  children: ReactNode
  /** `full` is for the table of a comparison. */
  width?: 'reading' | 'full'
}

/** The main part of a page, to which the skip link of the layout leads. */
export function PageFrame({ children, width = 'reading' }: Props) {
  return (
    <main id="main" tabIndex={-1} className={width === 'full' ? style.full : style.reading}>
      {children}
    </main>
  )
}
