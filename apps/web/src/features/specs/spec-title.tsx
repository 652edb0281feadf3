import { statusOf } from '@assay/domain/specs/feedback'
import { roundTime } from '@assay/domain/specs/meeting/meeting-time'
import { currentRound, type Spec, type SpecState } from '@assay/domain/specs/spec'
import { becameOf } from '@assay/domain/specs/state-line'
import { countOf } from '../../ui/format-count.ts'
import { formatDate } from '../../ui/format-date.ts'
import style from './spec-screen.module.css'
import { StateBadges } from './state-badge.tsx'

/** The title of a spec in the shown revision, with its number and state. */
export function SpecTitle({ name, title, state, spec }: { name: string; title: string; state: SpecState; spec: Spec }) {
  return (
    <>
      <span className={style.number}>{name}</span> {title} <StateBadges state={state} became={becameOf(spec)} />
    </>
  )
}

type Props = {
  spec: Spec
  /** The shown revision. */
  revision: { number: number; madeAt: string }
  /** Address of the file for calendars. */
  calendar: string
}

/** Authors, date, meeting, and the number of comments with a response. */
export function SpecSummary({ spec, revision, calendar }: Props) {
  const round = currentRound(spec)
  const open = spec.feedback.filter((feedback) => statusOf(feedback) !== 'closed').length
  return (
    <>
      {spec.kind === 'functional' ? 'Functional spec' : 'Design spec'} by{' '}
      {[spec.owner, ...spec.coAuthors].map((person) => person.name).join(', ')} · revision {revision.number},{' '}
      <time dateTime={revision.madeAt}>{formatDate(revision.madeAt)}</time>
      {round !== null && (
        <>
          {` · ${roundTime(round)}`}
          {round.withoutMeeting !== true && (
            <>
              {', '}
              <a href={calendar}>calendar file</a>
            </>
          )}
        </>
      )}
      {spec.feedback.length > 0 &&
        ` · ${countOf(spec.feedback.length, 'comment')}, ${open === 0 ? 'all closed' : `${open} not closed`}`}
    </>
  )
}
