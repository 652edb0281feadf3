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

/** A meeting, as a calendar knows it. */
export type Meeting = {
  /** Stays the same for as long as it is the same meeting, wherever it moves to. */
  id: string
  title: string
  at: Date
  minutes: number
  /** A room, or nothing. */
  place: string | null
  /** Where it is prepared on the net; null where the file shall not say. */
  url: string | null
  about: string
  organizer: { name: string; email: string } | null
  /** The invited person, where the file is for one person; calendars then show it as an invitation. */
  attendee: { name: string; email: string } | null
  /** Number of changes; calendars prefer the highest. */
  sequence: number
  isCancelled: boolean
  /** Time of this state, instead of the current time, so that equal meetings have equal bytes. */
  saidAt: Date
}

/** The host of our own names for meetings: not an address, so a server may move. */
const NAMES = 'assay.invalid'

/** RFC 5546: an invitation has an organizer and an attendee. */
export function methodOf({ isCancelled, organizer, attendee }: Meeting): CalendarMethod {
  if (isCancelled) return 'CANCEL'
  return organizer !== null && attendee !== null ? 'REQUEST' : 'PUBLISH'
}

/** A file that calendars take (RFC 5545). Times are in UTC, which every calendar shows in its own zone. */
export function meetingCalendar(meeting: Meeting): string {
  const calendar = makeCalendar({
    prodId: { company: 'Assay', product: 'Assay', language: 'EN' },
    method: ICalCalendarMethod[methodOf(meeting)],
  })
  const event = calendar.createEvent({
    id: `${meeting.id}@${NAMES}`,
    start: meeting.at,
    end: new Date(meeting.at.getTime() + meeting.minutes * 60_000),
    stamp: meeting.saidAt,
    summary: meeting.title,
    description: meeting.about,
    location: meeting.place,
    url: meeting.url,
    organizer: meeting.organizer,
    sequence: meeting.sequence,
    status: meeting.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
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
