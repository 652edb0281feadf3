import { meetingTime } from '@assay/domain/spec/meeting-time'
import { currentRound, statusOf } from '@assay/domain/spec/spec'
import { specCalendarPath, specChangesPath, specEditPath, specPath, specsPath } from '../../paths.ts'
import type { SpecPage } from '../../trpc/answers.ts'
import button from '../../ui/button.module.css'
import { countOf } from '../../ui/format-count.ts'
import { formatDate } from '../../ui/format-date.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RebaseForm } from './rebase-form.tsx'
import style from './spec-screen.module.css'
import { StateBadge } from './state-badge.tsx'

const BEFORE_THE_END: ReadonlySet<SpecPage['state']> = new Set(['draft', 'in-review', 'meeting', 'resolving'])

/** What a spec is, by whom, in which state, and what it builds on. */
export function SpecHead({ project, page }: { project: string; page: SpecPage }) {
  const { name, spec, state, revision, parent, rights } = page
  const round = currentRound(spec)
  const open = spec.feedback.filter((feedback) => statusOf(feedback) !== 'closed').length
  return (
    <>
      <PageHeader
        above={<a href={specsPath(project)}>Specs</a>}
        title={
          <>
            <span className={style.number}>{name}</span> {revision.title} <StateBadge state={state} />
          </>
        }
        summary={
          <>
            {spec.kind === 'functional' ? 'Functional spec' : 'Design spec'} by{' '}
            {[spec.owner, ...spec.coAuthors].map((who) => who.name).join(', ')} · revision {revision.number},{' '}
            <time dateTime={revision.madeAt}>{formatDate(revision.madeAt)}</time>
            {round !== null && (
              <>
                {` · meeting ${meetingTime(round)}, ${round.place}, `}
                <a href={specCalendarPath(project, name)}>calendar file</a>
              </>
            )}
            {spec.feedback.length > 0 &&
              ` · ${countOf(spec.feedback.length, 'point')}, ${open === 0 ? 'all closed' : `${open} not closed`}`}
          </>
        }
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
      {parent !== null && (
        <div className={style.parent}>
          Builds on <a href={specPath(project, parent.name)}>{`${parent.name} ${parent.title}`}</a>, revision{' '}
          {spec.baseRevision ?? '?'}
          {spec.baseRevision !== null && spec.baseRevision < parent.revision && (
            <>
              ; it is at revision {parent.revision} now:{' '}
              <a href={specChangesPath(project, parent.name, { from: spec.baseRevision, to: parent.revision })}>
                what changed since
              </a>
              {rights.includes('edit') && BEFORE_THE_END.has(state) && (
                <>
                  . <RebaseForm project={project} name={name} to={parent.revision} />
                </>
              )}
            </>
          )}
          .
        </div>
      )}
    </>
  )
}
