import type { ReactNode } from 'react'
import style from './section.module.css'

type Props = { title: string; id?: string; aside?: ReactNode; children: ReactNode }

/** A titled part of a page. */
export function Section({ title, id, aside, children }: Props) {
  return (
    <section className={style.section} id={id}>
      <div className={style.head}>
        <h2>{title}</h2>
        {aside && <div className={style.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  )
}
