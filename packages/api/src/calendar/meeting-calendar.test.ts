import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type Meeting, meetingCalendar } from './meeting-calendar.ts'

const MEETING: Meeting = {
  id: 'review-7',
  title: 'FS-1, IEEE754 datatypes',
  at: new Date('2026-12-08T15:00:00Z'),
  minutes: 60,
  place: 'Room 4',
  url: 'https://assay.test/p/demo/specs/FS-1',
  about: 'Six points are open.',
  organizer: { name: 'Ines Okafor', email: 'ines@assay.test' },
  attendee: null,
  sequence: 2,
  isCanceled: false,
  announcedAt: new Date('2026-11-21T09:00:00Z'),
}

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  return { calendar, event }
}

test('a calendar parses the meeting as it is', () => {
  const { calendar, event } = read(meetingCalendar(MEETING))
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  expect(event).toMatchObject({ uid: 'review-7@assay.invalid', sequence: 2, location: 'Room 4' })
  expect(event.startDate.toJSDate()).toEqual(MEETING.at)
  expect(event.duration.toSeconds()).toBe(3600)
})

test('an invitation names the organizer and the attendee, and requests no reply', () => {
  const { calendar, event } = read(meetingCalendar({ ...MEETING, attendee: { name: 'Vic', email: 'vic@lab.test' } }))
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
  expect(event.organizer).toBe('mailto:ines@assay.test')
  const [attendee] = event.attendees
  expect(attendee?.getFirstValue()).toBe('MAILTO:vic@lab.test')
  expect([attendee?.getParameter('role'), attendee?.getParameter('rsvp')]).toEqual(['OPT-PARTICIPANT', 'FALSE'])
})

test('a canceled meeting is removed from calendars', () => {
  const { calendar, event } = read(meetingCalendar({ ...MEETING, sequence: 3, isCanceled: true }))
  expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
  expect(event.component.getFirstPropertyValue('status')).toBe('CANCELLED')
})

test('titles can contain any text, and lines are folded for every client', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }).filter((one) => !/\p{Cc}/u.test(one))
  fc.assert(
    fc.property(text, text, (title, about) => {
      const written = meetingCalendar({ ...MEETING, title, about })
      const { event } = read(written)
      expect([event.summary, event.description]).toEqual([title, about])
      for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    }),
  )
})

test('equal meetings have equal bytes', () => {
  expect(meetingCalendar(MEETING)).toBe(meetingCalendar({ ...MEETING }))
})
