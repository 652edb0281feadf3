import { roundTime } from '@assay/domain/specs/meeting/meeting-time'
import { currentRound } from '@assay/domain/specs/spec'
import { specAgendaPath, specPath } from '../../../paths.ts'
import type { SpecPage } from '../../../trpc/api-types.ts'
import button from '../../../ui/button.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StateBadge } from '../state-badge.tsx'

/** The title of the meeting and the person who records it. */
export function MeetingHead({ project, page }: { project: string; page: SpecPage }) {
  const { name, spec, state, rights } = page
  const round = currentRound(spec)
  return (
    <>
      <PageHeader
        above={<a href={specPath(project, name)}>{`${name} ${spec.title}`}</a>}
        title={
          <>
            Meeting on {name} <StateBadge state={state} />
          </>
        }
        summary={
          round === null
            ? 'No meeting is scheduled.'
            : `Review: ${roundTime(round)}. Scribe: ${round.scribe?.name ?? 'the authors themselves'}.`
        }
        actions={
          <a href={specAgendaPath(project, name)} className={button.button}>
            Agenda for print
          </a>
        }
      />
      {round === null && (
        <Notice title="No meeting to record.">
          A meeting is scheduled on <a href={specPath(project, name)}>the page of the spec</a>.
        </Notice>
      )}
      {round !== null && !rights.includes('record') && (
        <Notice title="You have read access.">The authors of the spec and the scribe record the meeting.</Notice>
      )}
    </>
  )
}
