/** Between attempts, in seconds: a restart of a receiver is survived by the first few, a bad night by the last. */
const REST_SECONDS = [10, 60, 300, 1_800, 7_200, 21_600, 43_200] as const

export const MAX_ATTEMPTS = REST_SECONDS.length + 1

/** So many attempts in a row that fail pause a target. */
export const MAX_CONSECUTIVE_FAILURES = 20

/**
 * When to try again after so many attempts, null for never. Spread by a fifth, so that what failed together does not come
 * back together.
 */
export function nextAttempt(attempts: number, now: Date, random: () => number = Math.random): Date | null {
  const rest = REST_SECONDS[attempts - 1]
  if (rest === undefined) return null
  return new Date(now.getTime() + rest * 1000 * (0.9 + 0.2 * random()))
}
