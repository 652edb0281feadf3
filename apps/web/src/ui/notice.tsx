import type { ReactNode } from 'react'
import style from './notice.module.css'

type Props = { children: ReactNode; title?: ReactNode }

/** A notice above or within the content. */
export function Notice({ children, title }: Props) {
  return (
    <div className={style.notice} role="note">
      {title && <strong>{title}</strong>}
      {children}
    </div>
  )
}
