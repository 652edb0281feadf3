import type { ReactNode } from 'react'
import style from './empty-state.module.css'

type Props = {
  title: string
  /** What to do next: never only that there is nothing. */
  children: ReactNode
}

/** What stands where there is nothing to show yet. */
export function EmptyState({ title, children }: Props) {
  return (
    <section className={style.empty}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
