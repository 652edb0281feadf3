import type { StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { meetingTime } from '@assay/domain/spec/meeting-time'
import { specName } from '@assay/domain/spec/spec'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { meetingCalendar } from '../calendar/meeting-calendar.ts'
import { type AppError, appError } from '../errors.ts'

/** Nobody says how long a review lasts; an hour is kept free. */
const MINUTES = 60

export type ReviewCalendar = { filename: string; text: string; isCancelled: boolean }

/**
 * The newest meeting of a spec as calendars take it: each change of it has a higher number, so the same event moves or is
 * taken out. `url` is where the caller reads the spec; null where the file shall not hold it.
 */
export async function reviewCalendar(
  { queries }: Pick<ProjectAccess, 'queries'>,
  { id, spec }: Pick<StoredSpec, 'id' | 'spec'>,
  url: string | null,
): Promise<Result<ReviewCalendar, AppError>> {
  const round = spec.rounds.at(-1)
  if (round === undefined) return err(appError('not-found', 'No meeting of this spec is scheduled.'))
  const { count, lastAt } = await queries.readers.announcements(id)
  const name = specName(spec)
  const isCancelled = round.end === 'withdrawn'
  const text = meetingCalendar({
    id: `review-${id}-${round.number}`,
    title: `Review of ${name}, ${spec.title}`,
    at: new Date(round.meetingAt),
    minutes: MINUTES,
    place: round.place,
    url,
    about: [meetingTime(round), `Revision ${spec.revision}.`, ...(url === null ? [] : [url])].join('\n'),
    organizer: null,
    sequence: Math.max(0, count - 1),
    isCancelled,
    saidAt: new Date(lastAt ?? round.scheduledAt),
  })
  return ok({ filename: `${name}-review.ics`, text, isCancelled })
}
