import type { ReactNode } from 'react'
import style from './badge.module.css'

type Props = { children: ReactNode; tone?: 'plain' | 'accent' | 'warn' }

/** A short fact next to a title or a value. */
export function Badge({ children, tone = 'plain' }: Props) {
  return <span className={style[tone]}>{children}</span>
}
