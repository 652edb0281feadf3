/** A digest is written on Monday at this hour, where its reader lives. */
const HOUR = 8
const DAY_MS = 86_400_000

/**
 * The week whose digest is due now, named by its Monday: `2026-11-16`. The value is stable until the next digest is
 * due, so a server that was down on Monday sends it later, and once.
 */
export function digestWeek(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
  }).formatToParts(now)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0)
  // Local wall-clock time, counted as if it were UTC, so that daylight saving time does not shift a day.
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour') - HOUR)
  const day = new Date(local).getUTCDay()
  const sinceMonday = (day + 6) % 7
  return new Date(local - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}
