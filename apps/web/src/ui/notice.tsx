import type { ReactNode } from 'react'
import style from './notice.module.css'

type Props = { children: ReactNode; title?: ReactNode }

/** Something that the reader should know before reading on. */
export function Notice({ children, title }: Props) {
  return (
    <div className={style.notice} role="note">
      {title && <strong>{title}</strong>}
      {children}
    </div>
  )
}
