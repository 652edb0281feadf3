/** A line that YCSB prints every few seconds with -s. */
export type YcsbStatus = {
  seconds: number
  operations: number
  /** Throughput of the interval; null for the first line, which has no interval. */
  opsPerSecond: number | null
  /** Mean response time of the interval in milliseconds, by operation. */
  meanMs: Readonly<Record<string, number>>
}

const HEAD = /^(?:\d{4}-\d{2}-\d{2} [\d:,.]{8,16} )?(\d{1,9}) sec: (\d{1,15}) operations;/

export const isYcsbStatus = (line: string): boolean => /^(?:\d{4}-\d{2}-\d{2} \S+ )?\d+ sec: \d+ operations/.test(line)

export function readYcsbStatus(line: string): YcsbStatus | null {
  const [, seconds, operations] = HEAD.exec(line) ?? []
  if (seconds === undefined) return null
  const rate = /; (\S{1,30}) current ops\/sec/.exec(line)?.[1]
  // A decimal comma, as some locales use it, would be read as another number.
  if (rate !== undefined && !/^\d{1,12}(?:\.\d{1,9})?$/.test(rate)) return null
  const meanMs: Record<string, number> = {}
  for (const [, operation = '', newer, older] of line.matchAll(
    /\[([A-Z][A-Z-]{1,40})(?:: Count=[^\]]{0,60}?Avg=(\d{1,12}(?:\.\d{1,9})?),[^\]]{0,200}| AverageLatency\(us\)=(\d{1,12}(?:\.\d{1,9})?))\]/g,
  )) {
    meanMs[operation] = Number((Number(newer ?? older) / 1000).toPrecision(12))
  }
  return {
    seconds: Number(seconds),
    operations: Number(operations),
    opsPerSecond: rate === undefined ? null : Number(rate),
    meanMs,
  }
}
