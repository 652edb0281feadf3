import type { ReactNode } from 'react'
import style from './page-header.module.css'

/** Links to the pages above this one, from the widest to the nearest. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  return <div className={style.above}>{children}</div>
}
