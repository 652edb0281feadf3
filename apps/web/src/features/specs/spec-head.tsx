import { Fragment } from 'react'
import { specCalendarPath, specChangesPath, specEditPath, specPath, specsPath } from '../../paths.ts'
import type { SpecPage, SpecSectionDiff } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SpecParent } from './spec-parent.tsx'
import style from './spec-screen.module.css'
import { SpecSummary, SpecTitle } from './spec-title.tsx'

type Props = {
  project: string
  page: SpecPage
  /** Changes of the functional spec since the revision that this spec builds on. */
  parentChanges: readonly SpecSectionDiff[] | null
  /** True when a link led here because this is the last revision that has its target. */
  isLast: boolean
}

/** Head of a spec: title, authors, state, and the spec that it builds on. */
export function SpecHead({ project, page, parentChanges, isLast }: Props) {
  const { name, spec, state, revision, rights } = page
  return (
    <>
      <PageHeader
        above={<a href={specsPath(project)}>Specs</a>}
        title={<SpecTitle name={name} title={revision.title} state={state} spec={spec} />}
        summary={<SpecSummary spec={spec} revision={revision} calendar={specCalendarPath(project, name)} />}
        actions={
          rights.includes('edit') &&
          state !== 'withdrawn' &&
          state !== 'superseded' && (
            <a href={specEditPath(project, name)} className={button.button}>
              Edit
            </a>
          )
        }
      />
      {revision.number !== spec.revision && revision.number !== page.resolvedRevision && (
        <Notice title={isLast ? 'The target of the link was removed since.' : 'This is an older revision.'}>
          {isLast && `Revision ${revision.number} was the last that had it; it is marked below. `}
          <a href={specPath(project, name)}>Revision {spec.revision}</a> is the current one;{' '}
          <a href={specChangesPath(project, name, { from: revision.number, to: spec.revision })}>show changes since</a>.
        </Notice>
      )}
      {page.supersedes.length > 0 && (
        <p className={style.parent}>
          Supersedes{' '}
          {page.supersedes.map((old, at) => (
            <Fragment key={old.name}>
              {at > 0 && ', '}
              <a href={specPath(project, old.name)}>{`${old.name} ${old.title}`}</a>
            </Fragment>
          ))}
          .
        </p>
      )}
      <SpecParent project={project} page={page} changes={parentChanges} />
    </>
  )
}
