/**
 * Formats a point in time for Postgres. The document may use any year from 0 to 9999 in any time zone; in UTC that can
 * be a year that ISO 8601 writes with a sign and Postgres with "BC", or an offset that Postgres refuses.
 */
export function asTimestamp(iso: string): string {
  const date = new Date(iso)
  const year = date.getUTCFullYear()
  const time = date
    .toISOString()
    .replace(/^[+-]?\d+-/, '')
    .replace('T', ' ')
    .replace('Z', '+00')
  return year > 0 ? `${String(year).padStart(4, '0')}-${time}` : `${String(1 - year).padStart(4, '0')}-${time} BC`
}
