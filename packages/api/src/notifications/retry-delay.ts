/**
 * Delays between attempts, in seconds: the first few bridge a restart of the receiver, the last ones an outage of one
 * night.
 */
const REST_SECONDS = [10, 60, 300, 1_800, 7_200, 21_600, 43_200] as const

export const MAX_ATTEMPTS = REST_SECONDS.length + 1

/** Consecutive failed attempts after which a channel is paused. */
export const MAX_CONSECUTIVE_FAILURES = 20

/**
 * The time of the next attempt after `attempts`, or null after the last one. A random spread of a fifth keeps messages that
 * failed together from being retried together.
 */
export function nextAttempt(attempts: number, now: Date, random: () => number = Math.random): Date | null {
  const rest = REST_SECONDS[attempts - 1]
  if (rest === undefined) return null
  return new Date(now.getTime() + rest * 1000 * (0.9 + 0.2 * random()))
}
