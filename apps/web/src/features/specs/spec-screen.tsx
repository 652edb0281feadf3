import { renderSpec } from '@assay/domain/markdown/render-spec'
import { inDocumentOrder } from '@assay/domain/spec/agenda'
import { appendixOf } from '@assay/domain/spec/appendix'
import { appendixHtml } from '@assay/domain/spec/appendix-text'
import { currentRound, feedbackName, statusOf } from '@assay/domain/spec/spec'
import { specChangesPath, specEditPath, specPath, specsPath } from '../../paths.ts'
import type { SpecPage, SpecRevisionSummary } from '../../trpc/answers.ts'
import button from '../../ui/button.module.css'
import { formatDate } from '../../ui/format-date.ts'
import { KeptHtml } from '../../ui/kept-html.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import prose from '../reports/report-body.module.css'
import { FeedbackCard } from './feedback-card.tsx'
import { GiveFeedback } from './give-feedback.tsx'
import { ReviewPanel } from './review-panel.tsx'
import style from './spec-screen.module.css'
import { StateBadge } from './state-badge.tsx'

type Props = {
  project: string
  page: SpecPage
  /** Newest first. */
  revisions: readonly SpecRevisionSummary[]
  isSignedIn: boolean
}

/** A spec as it is read: outline, text, feedback beside it, and the appendix, which is a part of it. */
export function SpecScreen({ project, page, revisions, isSignedIn }: Props) {
  const { name, spec, state, revision, parent, rights } = page
  const placements = new Map(page.placements.map(({ feedback, placement }) => [feedback, placement]))
  const made = spec.feedback.filter((feedback) => feedback.revision <= revision.number)
  const ordered = inDocumentOrder(made, placements, revision.blocks)
  const byBlock = Map.groupBy(
    made.filter(({ number }) => placements.get(number)?.state !== 'detached'),
    ({ number }) => placements.get(number)?.block ?? '',
  )
  const marks = new Map([...byBlock].map(([block, list]) => [block, list.map(({ number }) => feedbackName(number))]))
  const { html, outline } = renderSpec(revision.text, revision.blocks, marks)
  const appendix = appendixHtml(appendixOf(spec), {
    revisionHref: (number) => specPath(project, name, number),
  })
  const round = currentRound(spec)
  const isCurrent = revision.number === spec.revision
  const open = spec.feedback.filter((feedback) => statusOf(feedback) !== 'closed').length
  return (
    <article className={style.spec}>
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
            {round !== null && ` · meeting ${round.meetingAt.slice(0, 16).replace('T', ' ')} UTC, ${round.place}`}
            {spec.feedback.length > 0 && ` · ${spec.feedback.length} points, ${open} not closed`}
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
      {!isCurrent && (
        <Notice title="This is an older revision.">
          <a href={specPath(project, name)}>Revision {spec.revision}</a> is the current one;{' '}
          <a href={specChangesPath(project, name, { from: revision.number, to: spec.revision })}>what changed since</a>.
        </Notice>
      )}
      {parent !== null && (
        <p className={style.parent}>
          Builds on <a href={specPath(project, parent.name)}>{`${parent.name} ${parent.title}`}</a>, revision{' '}
          {spec.baseRevision ?? '?'}
          {spec.baseRevision !== null && spec.baseRevision < parent.revision && (
            <>
              ; it is at revision {parent.revision} now:{' '}
              <a href={specChangesPath(project, parent.name, { from: spec.baseRevision, to: parent.revision })}>
                what changed since
              </a>
            </>
          )}
          .
        </p>
      )}
      <div className={style.columns}>
        <nav aria-label="Outline" className={`${style.outline} no-print`}>
          <ul>
            {outline.map(({ id, depth, text }) => (
              <li key={id} data-depth={Math.min(depth, 4)}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
            <li data-depth="1">
              <a href="#appendix">Appendix</a>
            </li>
          </ul>
        </nav>
        <div className={style.text} data-spec-text>
          <div className={prose.prose}>
            <KeptHtml html={html} />
          </div>
        </div>
        <aside aria-label="Feedback" className={`${style.beside} no-print`}>
          {isCurrent && rights.includes('steer') && <ReviewPanel project={project} page={page} />}
          {isCurrent && rights.includes('feedback') && !ENDED.has(state) && (
            <GiveFeedback project={project} name={name} revision={revision.number} />
          )}
          {!isSignedIn && <p className={style.hint}>Sign in to give feedback.</p>}
          {ordered.length > 0 && (
            <ol className={style.feedback}>
              {ordered.map((feedback) => (
                <li key={feedback.number}>
                  <FeedbackCard
                    project={project}
                    name={name}
                    feedback={feedback}
                    placement={placements.get(feedback.number) ?? null}
                    revision={spec.revision}
                    may={{
                      answer: isCurrent && rights.includes('draft-answer') && !ENDED.has(state),
                      say: page.mine.includes(feedback.number),
                    }}
                  />
                </li>
              ))}
            </ol>
          )}
        </aside>
      </div>
      <section aria-labelledby="appendix" className={style.appendix}>
        <h2 id="appendix">Appendix: feedback and responses</h2>
        <KeptHtml html={appendix} />
      </section>
      <section aria-labelledby="revisions" className={style.revisions}>
        <h2 id="revisions">Revisions</h2>
        <ul>
          {revisions.map((one) => (
            <li key={one.number}>
              <a href={specPath(project, name, one.number)}>Revision {one.number}</a>
              {`, ${one.author.name}, ${formatDate(one.madeAt)}: ${one.note}`}
              {one.number > 1 && (
                <>
                  {' · '}
                  <a
                    href={specChangesPath(project, name, { from: one.number - 1, to: one.number })}
                    aria-label={`Changes of revision ${one.number}`}
                  >
                    changes
                  </a>
                </>
              )}
            </li>
          ))}
        </ul>
      </section>
    </article>
  )
}

const ENDED: ReadonlySet<SpecPage['state']> = new Set(['resolved', 'withdrawn', 'superseded'])
