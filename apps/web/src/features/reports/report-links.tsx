import { reportPath } from '../../paths.ts'
import type { ReportSummary } from '../../trpc/answers.ts'
import style from '../home/saved-links.module.css'

/** Links to reports by title. */
export function ReportLinks({ project, reports }: { project: string; reports: readonly ReportSummary[] }) {
  return (
    <ul className={style.list}>
      {reports.map(({ id, slug, title, about }) => (
        <li key={id}>
          <a href={reportPath(project, slug)} title={about}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
