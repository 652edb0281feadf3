import { specCalendarPath, specChangesPath, specEditPath, specPath, specsPath } from '../../paths.ts'
import type { SpecPage, SpecSectionDiff } from '../../trpc/answers.ts'
import button from '../../ui/button.module.css'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SpecParent } from './spec-parent.tsx'
import { SpecSummary, SpecTitle } from './spec-title.tsx'

type Props = {
  project: string
  page: SpecPage
  /** What changed in its functional spec since the revision on which it builds. */
  parentChanges: readonly SpecSectionDiff[] | null
}

/** What a spec is, by whom, in which state, and what it builds on. */
export function SpecHead({ project, page, parentChanges }: Props) {
  const { name, spec, state, revision, rights } = page
  return (
    <>
      <PageHeader
        above={<a href={specsPath(project)}>Specs</a>}
        title={<SpecTitle name={name} title={revision.title} state={state} />}
        summary={<SpecSummary spec={spec} revision={revision} calendar={specCalendarPath(project, name)} />}
        actions={
          rights.includes('edit') && (
            <a href={specEditPath(project, name)} className={button.button}>
              Edit
            </a>
          )
        }
      />
      {revision.number !== spec.revision && (
        <Notice title="This is an older revision.">
          <a href={specPath(project, name)}>Revision {spec.revision}</a> is the current one;{' '}
          <a href={specChangesPath(project, name, { from: revision.number, to: spec.revision })}>what changed since</a>.
        </Notice>
      )}
      <SpecParent project={project} page={page} changes={parentChanges} />
    </>
  )
}
