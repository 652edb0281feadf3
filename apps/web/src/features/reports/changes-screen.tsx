import { reportChangesPath, reportPath, reportsPath } from '../../paths.ts'
import type { ReportDiff, ReportVersionSummary } from '../../trpc/api-types.ts'
import { formatDate } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { TextDiff } from './text-diff.tsx'

type Props = {
  project: string
  slug: string
  from: ReportVersionSummary
  to: ReportVersionSummary
  diff: ReportDiff
}

/** Diff between two versions of a report. */
export function ChangesScreen({ project, slug, from, to, diff }: Props) {
  const texts = [
    ['Title', diff.title],
    ['tl;dr', diff.tldr],
    ['Text', diff.text],
  ] as const
  return (
    <>
      <PageHeader
        above={
          <>
            <a href={reportsPath(project)}>Reports</a> / <a href={reportPath(project, slug, to.number)}>{to.title}</a>
          </>
        }
        title={`Changes from version ${from.number} to ${to.number}`}
        summary={
          <>
            <Side project={project} slug={slug} version={from} /> → <Side project={project} slug={slug} version={to} />
          </>
        }
        actions={
          from.number > 1 && (
            <a href={reportChangesPath(project, slug, { from: from.number - 1, to: from.number })}>Earlier changes</a>
          )
        }
      />
      {texts.map(([title, parts]) => (
        <Section key={title} title={title}>
          <TextDiff parts={parts} />
        </Section>
      ))}
    </>
  )
}

function Side({ project, slug, version }: { project: string; slug: string; version: ReportVersionSummary }) {
  const { number, madeBy, madeAt } = version
  return (
    <>
      <a href={reportPath(project, slug, number)}>version {number}</a>, {madeBy}, {formatDate(madeAt)}
    </>
  )
}
