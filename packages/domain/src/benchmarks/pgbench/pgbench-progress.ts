/** One line of `--progress`. A value that is missing or `NaN` is null. */
export type PgbenchProgress = {
  /** Seconds since the start, or since 1970 with --progress-timestamp. */
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
