import type { StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { meetingTime } from '@assay/domain/specs/meeting/meeting-time'
import { specName } from '@assay/domain/specs/spec'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type CalendarMethod, type Meeting, meetingCalendar, methodOf } from '../calendar/meeting-calendar.ts'
import { type AppError, appError } from '../errors.ts'

/** A spec does not state how long its meeting lasts; the calendar reserves an hour. */
const MINUTES = 60

export type ReviewCalendar = { filename: string; text: string; method: CalendarMethod }

/** The attendee of a calendar invitation, and the address that sends it. */
export type Attendance = { from: string; to: string; name: string }

/**
 * Writes the newest meeting of a spec as a calendar file. Each change has a higher sequence number, so that calendars
 * move or cancel the same event. `url` is the address of the spec, null to leave it out; `asked` is null for a file
 * without an attendee.
 */
export async function reviewCalendar(
  { queries }: Pick<ProjectAccess, 'queries'>,
  { id, spec }: Pick<StoredSpec, 'id' | 'spec'>,
  { url, attendance }: { url: string | null; attendance: Attendance | null },
): Promise<Result<ReviewCalendar, AppError>> {
  const round = spec.rounds.at(-1)
  if (round === undefined || round.withoutMeeting === true) {
    return err(
      appError(
        'not-found',
        'No meeting of this spec is scheduled. An author can schedule one on the page of the spec; open the link again then.',
      ),
    )
  }
  const { count, lastAt } = await queries.guestLinks.countMeetingChanges(id)
  const name = specName(spec)
  const isCanceled = round.end === 'withdrawn'
  const meeting: Meeting = {
    id: `review-${id}-${round.number}`,
    title: `Review of ${name}, ${spec.title}`,
    at: new Date(round.meetingAt),
    minutes: MINUTES,
    place: round.place,
    url,
    about: [meetingTime(round), `Revision ${spec.revision}.`, ...(url === null ? [] : [url])].join('\n'),
    organizer: attendance === null ? null : { name: 'Assay', email: bareAddress(attendance.from) },
    attendee: attendance === null ? null : { name: attendance.name, email: attendance.to },
    sequence: Math.max(0, count - 1),
    isCanceled,
    announcedAt: new Date(lastAt ?? round.scheduledAt),
  }
  return ok({ filename: `${name}-review.ics`, text: meetingCalendar(meeting), method: methodOf(meeting) })
}

/** Extracts the address between the brackets of `Assay <assay@lab.test>`. */
const bareAddress = (from: string): string => /<([^<>]+)>/.exec(from)?.[1] ?? from.trim()
