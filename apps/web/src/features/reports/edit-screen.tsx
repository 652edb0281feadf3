import { reportPath, reportsPath } from '../../paths.ts'
import type { ReportDraft, ReportSection, SavedComparison } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { ConflictingCopies } from './conflicting-copies.tsx'
import { Editor } from './editor/editor.tsx'
import { FigureProblems } from './figure-problems.tsx'
import { LiveFigure } from './live-figure.tsx'
import { ReportBody } from './report-body.tsx'

type Props = {
  project: string
  draft: ReportDraft
  parts: readonly ReportSection[]
  saved: readonly SavedComparison[]
}

/** The edit page of a report, with a preview of the draft. */
export function EditScreen({ project, draft, parts, saved }: Props) {
  const { slug, content, revision, versions, copies } = draft
  const newest = versions[0]?.number ?? 0
  return (
    <>
      <PageHeader
        above={<a href={reportsPath(project)}>Reports</a>}
        title={`Edit “${content.title}”`}
        summary="The draft is saved as you type and is visible to authors. Readers see published versions only."
        actions={
          newest > 0 && (
            <a className={button.button} href={reportPath(project, slug)}>
              Version {newest}
            </a>
          )
        }
      />
      <Editor
        project={project}
        slug={slug}
        initial={{ content, revision }}
        saved={saved.map(({ slug: name, title }) => ({ slug: name, title }))}
        nextVersion={newest + 1}
      >
        <ReportBody
          tldr={content.tldr}
          parts={parts}
          drawFigure={({ figure, problems }, index) =>
            figure === null ? (
              <FigureProblems problems={problems} />
            ) : (
              <LiveFigure project={project} figure={figure} number={index + 1} />
            )
          }
        />
      </Editor>
      {copies.length > 0 && <ConflictingCopies project={project} slug={slug} copies={copies} />}
    </>
  )
}
