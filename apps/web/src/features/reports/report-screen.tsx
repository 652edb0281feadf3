import { readReportText } from '@assay/domain/publish/report/report-text'
import {
  newSharePath,
  reportChangesPath,
  reportEditPath,
  reportExportPath,
  reportPath,
  reportsPath,
} from '../../paths.ts'
import type { FrozenReportFigure, ReportVersion, ReportVersionSummary } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { formatDate } from '../../ui/format-date.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { FrozenFigure } from './frozen-figure.tsx'
import { Provenance } from './provenance.tsx'
import { ReportBody } from './report-body.tsx'
import style from './report-screen.module.css'

type Props = {
  project: string
  version: ReportVersion
  /** Newest first. */
  versions: readonly ReportVersionSummary[]
  frozen: readonly FrozenReportFigure[]
  writes: boolean
}

const EXPORTS = [
  { format: 'markdown', label: 'Markdown' },
  { format: 'html', label: 'HTML' },
  { format: 'pdf', label: 'PDF' },
  { format: 'json', label: 'JSON' },
] as const

/** A version of a report with its frozen text and values; works without a script. */
export function ReportScreen({ project, version, versions, frozen, writes }: Props) {
  const { slug, number, content, authors, madeAt, note } = version
  const newest = versions[0]?.number ?? number
  // A version contains only figures that were parsed, so figures and frozen figures have the same order.
  const parts = readReportText(content.text)
  return (
    <article className={style.report}>
      <PageHeader
        above={<a href={reportsPath(project)}>Reports</a>}
        title={content.title}
        summary={
          <>
            {authors.join(', ')} · <time dateTime={madeAt}>{formatDate(madeAt)}</time> · version {number}
            {note !== null && ` · ${note}`}
          </>
        }
        actions={<ReportActions project={project} version={version} writes={writes} />}
      />
      {number < newest && (
        <Notice title="This is an older version.">
          <a href={reportPath(project, slug)}>Version {newest}</a> is the newest;{' '}
          <a href={reportChangesPath(project, slug, { from: number, to: newest })}>show changes since</a>.
        </Notice>
      )}
      <ReportBody
        tldr={content.tldr}
        parts={parts}
        drawFigure={({ figure }, index) => {
          const frozenFigure = frozen[index]
          return figure !== null && frozenFigure !== undefined ? (
            <FrozenFigure project={project} figure={figure} frozen={frozenFigure} number={index + 1} />
          ) : null
        }}
      />
      <Provenance frozen={frozen} />
      <ReportVersions project={project} slug={slug} number={number} versions={versions} />
    </article>
  )
}

function ReportActions({ project, version, writes }: Pick<Props, 'project' | 'version' | 'writes'>) {
  const { slug, number, content } = version
  return (
    <>
      {EXPORTS.map(({ format, label }) => (
        <a key={format} href={reportExportPath(project, slug, { version: number, format })} className={button.quiet}>
          {label}
        </a>
      ))}
      {writes && (
        <a
          href={newSharePath(
            project,
            new URLSearchParams({ report: slug, version: String(number), title: content.title }).toString(),
          )}
          className={button.button}
        >
          Share
        </a>
      )}
      {writes && (
        <a href={reportEditPath(project, slug)} className={button.button}>
          Edit
        </a>
      )}
    </>
  )
}

type VersionProps = Pick<Props, 'project' | 'versions'> & { slug: string; number: number }

function ReportVersions({ project, slug, number, versions }: VersionProps) {
  return (
    <Section title="Versions">
      <ul className={style.versions}>
        {versions.map((one) => (
          <li key={one.id}>
            {one.number === number ? (
              <strong>Version {one.number}</strong>
            ) : (
              <a href={reportPath(project, slug, one.number)}>Version {one.number}</a>
            )}
            {`, ${one.madeBy}, ${formatDate(one.madeAt)}${one.note === null ? '' : `: ${one.note}`}`}
            {one.number > 1 && (
              <>
                {' · '}
                <a
                  href={reportChangesPath(project, slug, { from: one.number - 1, to: one.number })}
                  aria-label={`Changes of version ${one.number}`}
                >
                  changes
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
