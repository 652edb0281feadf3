import type { ReactNode } from 'react'
import style from './empty-state.module.css'

type Props = {
  title: string
  /** The next step, which every empty state needs. */
  children: ReactNode
}

/** Message in place of data that do not exist yet. */
export function EmptyState({ title, children }: Props) {
  return (
    <section className={style.empty}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
