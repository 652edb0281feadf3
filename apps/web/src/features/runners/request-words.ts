import type { RunAttempt, RunRequest } from '../../trpc/api-types.ts'

/** Values of parameters for people: `tables=8 version=18.1`. */
export const parameterWords = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

const MINUTE = 60
const HOUR = 3_600

/** A duration for people: `40 s`, `12 min`, `1.5 h`. */
export function formatHours(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${Math.round(seconds)} s`
  return seconds < 2 * HOUR ? `${Math.round(seconds / MINUTE)} min` : `${(seconds / HOUR).toFixed(1)} h`
}

/** The duration of an attempt for people; empty while it runs. */
export const attemptWords = ({ leasedAt, finishedAt }: Pick<RunAttempt, 'leasedAt' | 'finishedAt'>): string =>
  finishedAt === null ? '' : formatHours((Date.parse(finishedAt) - Date.parse(leasedAt)) / 1_000)

/** The time that a request took, or is expected to take by earlier runs. */
export function machineTimeWords({ attempts, estimateSeconds, finishedAt }: RunRequest): string {
  const accepted = attempts.find(({ state }) => state === 'accepted')
  if (accepted !== undefined) return attemptWords(accepted)
  if (finishedAt !== null) return 'none'
  return estimateSeconds === null ? 'unknown' : `about ${formatHours(estimateSeconds)}`
}
