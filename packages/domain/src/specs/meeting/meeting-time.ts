import { isTimeZone } from '../../time-zone.ts'
import type { Round } from '../spec.ts'

/**
 * Formats the time of a meeting in its time zone and in UTC: `Tue 8 December 2026, 16:00 (Europe/Vienna),
 * 15:00 UTC`. An unknown zone is left out.
 *
 * @param at ISO 8601.
 */
export function meetingTime({ meetingAt, timeZone }: Pick<Round, 'meetingAt' | 'timeZone'>): string {
  const at = new Date(meetingAt)
  if (!isTimeZone(timeZone) || timeZone === 'UTC') return `${written(at, 'UTC')} UTC`
  const utcDay = day(at, 'UTC')
  const inUtc = `${clock(at, 'UTC')} UTC`
  return `${written(at, timeZone)} (${timeZone}), ${day(at, timeZone) === utcDay ? inUtc : `${utcDay} ${inUtc}`}`
}

/** The dates of a round in words: its meeting with the place, the end of its comment period, or both. */
export function roundTime(round: Round): string {
  const { commentsUntil, withoutMeeting, timeZone, place } = round
  const comments =
    commentsUntil === undefined ? '' : `comments until ${meetingTime({ meetingAt: commentsUntil, timeZone })}`
  if (withoutMeeting === true) return comments
  return `${comments === '' ? '' : `${comments}, then `}meeting ${meetingTime(round)}, ${place}`
}

const written = (at: Date, timeZone: string) => `${day(at, timeZone)}, ${clock(at, timeZone)}`

function day(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`
}

const clock = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
