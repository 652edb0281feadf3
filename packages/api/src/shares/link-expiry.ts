const DAY_MS = 86_400_000

/** Expiry of a link that is valid for a number of days; null for no expiry. */
export const expiresAfter = (days: number | null, now: Date): string | null =>
  days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString()

/** True when a link has expired. */
export const hasExpired = (end: string | null, now: Date): boolean => end !== null && Date.parse(end) <= now.getTime()
