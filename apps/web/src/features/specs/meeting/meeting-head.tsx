import { meetingTime } from '@assay/domain/specs/meeting-time'
import { currentRound } from '@assay/domain/specs/spec'
import { specAgendaPath, specPath } from '../../../paths.ts'
import type { SpecPage } from '../../../trpc/answers.ts'
import button from '../../../ui/button.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StateBadge } from '../state-badge.tsx'

/** Which meeting is written down here, and by whom. */
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
            ? 'No meeting is set.'
            : `${meetingTime(round)}, ${round.place}. Scribe: ${round.scribe?.name ?? 'the authors themselves'}.`
        }
        actions={
          <a href={specAgendaPath(project, name)} className={button.button}>
            Agenda to print
          </a>
        }
      />
      {round === null && (
        <Notice title="There is no meeting to write down.">
          A meeting is set on <a href={specPath(project, name)}>the page of the spec</a>.
        </Notice>
      )}
      {round !== null && !rights.includes('record') && (
        <Notice title="You read along.">The meeting is written down by the authors of the spec and its scribe.</Notice>
      )}
    </>
  )
}
