import type { ReactNode } from 'react'
import style from './section.module.css'

type Props = {
  title: string
  id?: string
  aside?: ReactNode
  /** A framed section for actions that cannot be undone. */
  variant?: 'danger'
  children: ReactNode
}

/** A section of a page with a title. */
export function Section({ title, id, aside, variant, children }: Props) {
  return (
    <section className={variant === 'danger' ? style.danger : style.section} id={id}>
      <div className={style.head}>
        <h2>{title}</h2>
        {aside && <div className={style.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  )
}
