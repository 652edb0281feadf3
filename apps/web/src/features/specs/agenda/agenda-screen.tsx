import { statusOf } from '@assay/domain/specs/feedback'
import { roundTime } from '@assay/domain/specs/meeting/meeting-time'
import { currentRound } from '@assay/domain/specs/spec'
import { specBlockPath, specMeetingPath, specPath } from '../../../paths.ts'
import type { SpecPage } from '../../../trpc/api-types.ts'
import { Badge } from '../../../ui/badge.tsx'
import button from '../../../ui/button.module.css'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { CommentText } from '../comment-text.tsx'
import { type MeetingComment, openComments } from '../meeting/prepare-meeting.ts'
import style from './agenda.module.css'

type Props = { project: string; page: SpecPage }

/** Agenda of a meeting: the open comments in the order of the text, for screen and print. */
export function AgendaScreen({ project, page }: Props) {
  const { name, spec, state, rights } = page
  const points = openComments(page)
  const round = currentRound(spec)
  const promised = spec.feedback.filter((feedback) => statusOf(feedback) === 'promised').length
  const closed = spec.feedback.length - points.length - promised
  return (
    <article className={style.agenda}>
      <PageHeader
        above={<a href={specPath(project, name)}>{`${name} ${spec.title}`}</a>}
        title={`Agenda of ${name}`}
        summary={
          <>
            {round === null ? 'No meeting is scheduled.' : `Review: ${roundTime(round)}.`} Revision {spec.revision}.{' '}
            {points.length} open, {promised} accepted and not done, {closed} closed.
          </>
        }
        actions={
          rights.includes('record') &&
          MEETS.has(state) && (
            <a href={specMeetingPath(project, name)} className={button.primary}>
              {state === 'in-review' ? 'Prepare the meeting' : 'To the meeting'}
            </a>
          )
        }
      />
      {points.length === 0 ? (
        <EmptyState title="Nothing is open">
          Every comment has a response. All comments are in the{' '}
          <a href={`${specPath(project, name)}#appendix`}>appendix</a>.
        </EmptyState>
      ) : (
        <ol className={style.points} aria-label="Open comments, in the order of the text">
          {points.map((point) => (
            <li key={point.number}>
              <AgendaPoint project={project} name={name} point={point} />
            </li>
          ))}
        </ol>
      )}
    </article>
  )
}

const MEETS: ReadonlySet<SpecPage['state']> = new Set(['in-review', 'meeting', 'resolving'])

function AgendaPoint({ project, name, point }: { project: string; name: string; point: MeetingComment }) {
  const { id, giver, recorder, body, markup, quote, around, isWhole, revision, last } = point
  return (
    <article aria-label={id}>
      <h2>
        <a href={specBlockPath(project, name, id)}>{id}</a> {whereOf(point)}
      </h2>
      {quote !== '' && (
        <blockquote className={style.quote}>
          {around !== null && point.block !== null ? (
            <a href={specBlockPath(project, name, point.block)}>{around.marked}</a>
          ) : (
            quote
          )}
        </blockquote>
      )}
      {!isWhole && around === null && (
        <p className={style.gone}>
          <Badge tone="warn">its text was removed</Badge>{' '}
          <a href={specPath(project, name, revision)}>as it was on revision {revision}</a>
        </p>
      )}
      <div className={style.body}>
        <CommentText text={body} markup={markup} />
      </div>
      <p className={style.by}>
        {giver}
        {recorder !== null && `, recorded by ${recorder}`}
        {last?.draft === true && ` · drafted by ${last.by}: ${last.title.toLowerCase()}`}
      </p>
      <div className={style.room} aria-hidden="true" />
    </article>
  )
}

function whereOf({ isWhole, around }: MeetingComment): string {
  if (isWhole) return 'The whole spec'
  return around === null ? 'No longer in the text' : around.headings.join(' › ')
}
