import { expect, test } from 'vitest'
import { meetingTime } from './meeting-time.ts'

test('a meeting time is shown in its zone, in summer and in winter, and in UTC', () => {
  const at = (meetingAt: string, timeZone: string) => meetingTime({ meetingAt, timeZone })
  expect(at('2026-12-08T15:00:00Z', 'Europe/Vienna')).toBe('Tue 8 December 2026, 16:00 (Europe/Vienna), 15:00 UTC')
  expect(at('2026-07-08T15:00:00Z', 'Europe/Vienna')).toBe('Wed 8 July 2026, 17:00 (Europe/Vienna), 15:00 UTC')
  expect(at('2026-12-08T20:30:00Z', 'Asia/Kolkata')).toBe(
    'Wed 9 December 2026, 02:00 (Asia/Kolkata), Tue 8 December 2026 20:30 UTC',
  )
  expect(at('2026-12-08T15:00:00Z', 'UTC')).toBe('Tue 8 December 2026, 15:00 UTC')
})

test('an unknown zone shows UTC only', () => {
  expect(meetingTime({ meetingAt: '2026-12-08T15:00:00Z', timeZone: 'Mars/Olympus' })).toBe(
    'Tue 8 December 2026, 15:00 UTC',
  )
})
