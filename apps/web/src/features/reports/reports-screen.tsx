import { FigureThumbnail } from '../../charts/figure-thumbnail.tsx'
import { reportEditPath, reportPath } from '../../paths.ts'
import type { ReportSummary, SavedComparison } from '../../trpc/api-types.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import style from '../../ui/figure-list.module.css'
import { countOf } from '../../ui/format-count.ts'
import { formatDate } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { leadQuery } from '../overview/thumbnails.ts'
import { NewReport } from './new-report.tsx'

type Props = {
  project: string
  reports: readonly ReportSummary[]
  /** The saved comparisons, of which some are the lead figures of reports. */
  saved: readonly SavedComparison[]
  /** True when the visitor has write access, and therefore sees drafts. */
  writes: boolean
  /** Address of the feed of its organization. */
  feed: string
}

/** The reports of a project. */
export function ReportsScreen({ project, reports, saved, writes, feed }: Props) {
  return (
    <>
      <PageHeader
        title={reportsTitle(reports)}
        summary={
          <>
            Comparisons with the conclusions of their authors. A version shows the numbers of the day on which it was
            published. New versions in public projects appear in <a href={feed}>the feed</a>.
          </>
        }
        actions={writes && <NewReport project={project} />}
      />
      {reports.length === 0 ? (
        <EmptyState title="No reports yet">
          <p>
            {writes
              ? 'Create one with a title, then insert comparisons by their address.'
              : 'A report appears here with its first version. Authors of this project can start one.'}
          </p>
        </EmptyState>
      ) : (
        <ul className={style.list}>
          {reports.map((report) => (
            <li key={report.id}>
              <FigureThumbnail project={project} query={leadQuery(report.lead, saved)} />
              <div>
                <h2>
                  <a href={hrefOf(project, report)}>{report.title}</a>
                  {report.state === 'draft' && <Badge>draft</Badge>}
                </h2>
                {report.about !== '' && <p>{report.about}</p>}
                <p className={style.facts}>
                  {report.authors.join(', ')} · {formatDate(report.updatedAt)}
                  {report.version > 0 && ` · version ${report.version}`}
                  {writes && report.version > 0 && (
                    <>
                      {' · '}
                      <a href={reportEditPath(project, report.slug)} aria-label={`Edit ${report.title}`}>
                        edit
                      </a>
                    </>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** "3 reports, 1 of them a draft; last changed on 2026-11-02". */
function reportsTitle(reports: readonly ReportSummary[]): string {
  const newest = reports
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1)
  if (newest === undefined) return 'Reports'
  const drafts = reports.filter(({ state }) => state === 'draft').length
  const ofThem =
    drafts === 0 ? '' : drafts === reports.length ? ', all drafts' : `, ${countOf(drafts, 'draft')} among them`
  return `${countOf(reports.length, 'report')}${ofThem}; last changed on ${formatDate(newest)}`
}

const hrefOf = (project: string, { state, slug }: ReportSummary) =>
  state === 'draft' ? reportEditPath(project, slug) : reportPath(project, slug)
