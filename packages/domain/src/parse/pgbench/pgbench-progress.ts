/** One line of `--progress`. A value that the line does not have, or `NaN`, is null. */
export type PgbenchProgress = {
  /** Since the start, or since 1970 with --progress-timestamp. */
  seconds: number
  tps: number
  latencyMs: number | null
  stddevMs: number | null
  failed: number | null
}

const NUMBER = String.raw`(\d{1,15}(?:\.\d{1,9})?)`
const VALUE = String.raw`(\d{1,15}(?:\.\d{1,9})?|-?[Nn]a[Nn])`
const LINE = new RegExp(
  `^progress: ${NUMBER} s, ${NUMBER} tps, lat ${VALUE} ms stddev ${VALUE}((?:, [^,]{1,40}){0,6})$`,
)

export const isProgressLine = (line: string): boolean => line.startsWith('progress: ')

export function readProgress(line: string): PgbenchProgress | null {
  const [, seconds, tps, latency, stddev, rest = ''] = LINE.exec(line) ?? []
  if (seconds === undefined) return null
  const [, failed] = /, (\d{1,15}) failed\b/.exec(rest) ?? []
  return {
    seconds: Number(seconds),
    tps: Number(tps),
    latencyMs: finiteOf(latency),
    stddevMs: finiteOf(stddev),
    failed: failed === undefined ? null : Number(failed),
  }
}

const finiteOf = (text: string | undefined): number | null => {
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}

/** How far a sample may lie from its place: pgbench wakes up a little late. */
const TOLERANCE = 0.2

/**
 * The distance of the samples and the second of the first; null when they are not evenly spaced, or there is one alone. A
 * last sample that came early, when the run ended, is left out of `count`.
 */
export function spacingOf(
  seconds: readonly number[],
): { intervalSeconds: number; startSeconds: number; count: number } | null {
  const [first, second] = seconds
  if (first === undefined || second === undefined) return null
  const intervalSeconds = Math.round(second - first)
  if (intervalSeconds < 1) return null
  const origin = first > EPOCH ? first - intervalSeconds : 0
  const isInPlace = (at: number, i: number) =>
    Math.abs(at - origin - (i + 1) * intervalSeconds) <= TOLERANCE * intervalSeconds
  const count = seconds.findIndex((at, i) => !isInPlace(at, i))
  if (count !== -1 && count < seconds.length - 1) return null
  const used = count === -1 ? seconds.length : count
  return used === 0 ? null : { intervalSeconds, startSeconds: intervalSeconds, count: used }
}

/** Times beyond this are no seconds since the start. */
const EPOCH = 1e9
