import { NOTICE_DAYS } from '@assay/domain/specs/meeting/schedule-meeting'
import { Input } from '../../ui/input.tsx'
import { ActionForm } from './action-form.tsx'
import style from './form.module.css'

type Props = { project: string; name: string; checks: readonly string[] }

const timeOf = (local: string): string | null => (local === '' ? null : new Date(local).toISOString())

/** Schedules a review with a meeting, a comment period, or both; problems of the text are listed above. */
export function ScheduleForm({ project, name, checks }: Props) {
  return (
    <ActionForm
      {...{ project, name }}
      of="schedule"
      label="Schedule the review"
      submit="Schedule"
      isPrimary
      action={(typed) => ({
        kind: 'schedule',
        meetingAt: timeOf(typed('meetingAt')),
        commentsUntil: timeOf(typed('commentsUntil')),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        place: typed('place'),
        shortNoticeReason: typed('reason') || null,
        waived: typed('letPass') === '' ? [] : checks.map((check) => ({ check, reason: typed('letPass') })),
      })}
    >
      <p className={style.faint}>A meeting, a period for comments, or both.</p>
      <label>
        Meeting
        <Input name="meetingAt" type="datetime-local" />
      </label>
      <label>
        Place or link
        <Input name="place" maxLength={500} autoComplete="off" />
      </label>
      <label>
        Comments until
        <Input name="commentsUntil" type="datetime-local" />
      </label>
      <label>
        Reason for less than {NOTICE_DAYS} days of notice
        <Input name="reason" maxLength={1_000} autoComplete="off" />
      </label>
      {checks.length > 0 && (
        <>
          <ul className={style.list} aria-label="Problems in the text">
            {checks.map((check) => (
              <li key={check}>{check}</li>
            ))}
          </ul>
          <label>
            Reason to accept them
            <Input name="letPass" maxLength={1_000} autoComplete="off" />
          </label>
        </>
      )}
    </ActionForm>
  )
}
