import type { ReactNode } from 'react'
import style from './study-frame.module.css'

/** Charts side by side, as many as there is room for. */
export function StudyCharts({ children }: { children: ReactNode }) {
  return <div className={style.charts}>{children}</div>
}

/** What is said of one thing, from top to bottom: a sentence, a table, charts. */
export function StudyPart({ children }: { children: ReactNode }) {
  return <div className={style.subject}>{children}</div>
}
