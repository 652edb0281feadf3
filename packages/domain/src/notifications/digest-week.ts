/** Local hour of Monday at which a digest is sent. */
const HOUR = 8
const DAY_MS = 86_400_000

/**
 * The week of the current digest, named by its Monday: `2026-11-16`. It changes when the next digest is due, so a
 * server that was down on Monday sends the digest later, but only once.
 */
export function digestWeek(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
  }).formatToParts(now)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0)
  // Local wall-clock time as if it were UTC, so that daylight saving time does not shift a day.
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour') - HOUR)
  const day = new Date(local).getUTCDay()
  const sinceMonday = (day + 6) % 7
  return new Date(local - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}
