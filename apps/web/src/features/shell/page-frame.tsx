import type { ReactNode } from 'react'
import style from './page-frame.module.css'
import { ReplayEarlyClicks } from './replay-early-clicks.tsx'

type Props = {
  children: ReactNode
  /** The table of a comparison takes all the width there is. */
  width?: 'reading' | 'full'
}

/** The main part of a page. The skip link of the layout comes here. */
export function PageFrame({ children, width = 'reading' }: Props) {
  return (
    <main id="main" tabIndex={-1} className={width === 'full' ? style.full : style.reading}>
      {children}
      <ReplayEarlyClicks />
    </main>
  )
}
