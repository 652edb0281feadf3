import type { StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { meetingTime } from '@assay/domain/specs/meeting-time'
import { specName } from '@assay/domain/specs/spec'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type CalendarMethod, type Meeting, meetingCalendar, methodOf } from '../calendar/meeting-calendar.ts'
import { type AppError, appError } from '../errors.ts'

/** Nobody says how long a review lasts; an hour is kept free. */
const MINUTES = 60

export type ReviewCalendar = { filename: string; text: string; method: CalendarMethod }

/** Who is asked to come, by name and address, and from which address. */
export type Asked = { from: string; to: string; name: string }

/**
 * The newest meeting of a spec as calendars take it: each change of it has a higher number, so the same event moves or is
 * taken out. `url` is where the caller reads the spec; null where the file shall not hold it. `asked`: whose mail it goes with;
 * null for a file that anybody takes.
 */
export async function reviewCalendar(
  { queries }: Pick<ProjectAccess, 'queries'>,
  { id, spec }: Pick<StoredSpec, 'id' | 'spec'>,
  { url, asked }: { url: string | null; asked: Asked | null },
): Promise<Result<ReviewCalendar, AppError>> {
  const round = spec.rounds.at(-1)
  if (round === undefined) return err(appError('not-found', 'No meeting of this spec is scheduled.'))
  const { count, lastAt } = await queries.readers.announcements(id)
  const name = specName(spec)
  const isCancelled = round.end === 'withdrawn'
  const meeting: Meeting = {
    id: `review-${id}-${round.number}`,
    title: `Review of ${name}, ${spec.title}`,
    at: new Date(round.meetingAt),
    minutes: MINUTES,
    place: round.place,
    url,
    about: [meetingTime(round), `Revision ${spec.revision}.`, ...(url === null ? [] : [url])].join('\n'),
    organizer: asked === null ? null : { name: 'Assay', email: bareAddress(asked.from) },
    attendee: asked === null ? null : { name: asked.name, email: asked.to },
    sequence: Math.max(0, count - 1),
    isCancelled,
    saidAt: new Date(lastAt ?? round.scheduledAt),
  }
  return ok({ filename: `${name}-review.ics`, text: meetingCalendar(meeting), method: methodOf(meeting) })
}

/** Of `Assay <assay@lab.test>` what stands between the brackets. */
const bareAddress = (from: string): string => /<([^<>]+)>/.exec(from)?.[1] ?? from.trim()
