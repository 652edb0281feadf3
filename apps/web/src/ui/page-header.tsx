import type { ReactNode } from 'react'
import style from './page-header.module.css'

type Props = {
  title: ReactNode
  /** Where this page sits: links from the widest to the nearest. */
  above?: ReactNode
  /** One line below the title. */
  summary?: ReactNode
  actions?: ReactNode
}

/** The head of a page: its only h1, a sentence, and what can be done here. */
export function PageHeader({ title, above, summary, actions }: Props) {
  return (
    <header className={style.header}>
      <div className={style.text}>
        {above && <div className={style.above}>{above}</div>}
        <h1>{title}</h1>
        {summary && <p className={style.summary}>{summary}</p>}
      </div>
      {actions && <div className={`${style.actions} no-print`}>{actions}</div>}
    </header>
  )
}
