import {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  default as makeCalendar,
} from 'ical-generator'

/** The method of a calendar file: a plain entry, an invitation to answer, or a cancellation. */
export const CALENDAR_METHODS = ['PUBLISH', 'REQUEST', 'CANCEL'] as const
export type CalendarMethod = (typeof CALENDAR_METHODS)[number]

/** A meeting in the fields of a calendar. */
export type Meeting = {
  /** Stays the same when the meeting is moved. */
  id: string
  title: string
  at: Date
  minutes: number
  /** A room; null when there is none. */
  place: string | null
  /** Address of the spec; null to leave it out of the file. */
  url: string | null
  about: string
  organizer: { name: string; email: string } | null
  /** The invited person, where the file is for one person; calendars then show it as an invitation. */
  attendee: { name: string; email: string } | null
  /** Number of changes; calendars prefer the highest. */
  sequence: number
  isCanceled: boolean
  /** Time of this state of the meeting instead of the current time, so that equal meetings have equal bytes. */
  announcedAt: Date
}

/** Host of the ids of meetings. It is not an address, so that a server can move. */
const NAMES = 'assay.invalid'

/** An invitation has an organizer and an attendee (RFC 5546). */
export function methodOf({ isCanceled, organizer, attendee }: Meeting): CalendarMethod {
  if (isCanceled) return 'CANCEL'
  return organizer !== null && attendee !== null ? 'REQUEST' : 'PUBLISH'
}

/** Writes a calendar file (RFC 5545). Times are in UTC, which every calendar converts to the local zone. */
export function meetingCalendar(meeting: Meeting): string {
  const calendar = makeCalendar({
    prodId: { company: 'Assay', product: 'Assay', language: 'EN' },
    method: ICalCalendarMethod[methodOf(meeting)],
  })
  const event = calendar.createEvent({
    id: `${meeting.id}@${NAMES}`,
    start: meeting.at,
    end: new Date(meeting.at.getTime() + meeting.minutes * 60_000),
    stamp: meeting.announcedAt,
    summary: meeting.title,
    description: meeting.about,
    location: meeting.place,
    url: meeting.url,
    organizer: meeting.organizer,
    sequence: meeting.sequence,
    status: meeting.isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  if (meeting.attendee !== null) {
    event.createAttendee({
      ...meeting.attendee,
      // Attendance is optional, and no answer by mail is requested.
      role: ICalAttendeeRole.OPT,
      status: ICalAttendeeStatus.NEEDSACTION,
      rsvp: false,
    })
  }
  return calendar.toString()
}
