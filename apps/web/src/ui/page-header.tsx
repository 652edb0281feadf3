import type { ReactNode } from 'react'
import { Breadcrumbs } from './breadcrumbs.tsx'
import style from './page-header.module.css'

type Props = {
  title: ReactNode
  /** 2 for a section of a page with its own header. */
  level?: 1 | 2 | undefined
  /** Breadcrumb links, from the widest to the nearest. */
  above?: ReactNode
  /** One line below the title. */
  summary?: ReactNode
  actions?: ReactNode
}

/** The head of a page: its only h1, a sentence, and its actions. */
export function PageHeader({ title, level = 1, above, summary, actions }: Props) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <header className={style.header}>
      <div className={style.text}>
        {above && <Breadcrumbs>{above}</Breadcrumbs>}
        <Title>{title}</Title>
        {summary && <p className={style.summary}>{summary}</p>}
      </div>
      {actions && <div className={`${style.actions} no-print`}>{actions}</div>}
    </header>
  )
}
