const COUNT = String.raw`(-?\d{1,15})`
const NUMBER = String.raw`(-?\d{1,15}(?:\.\d{1,15})?|-?nan|-?inf)`
const line = (source: string) =>
  new RegExp(`^\\s*${source.replaceAll('COUNT', COUNT).replaceAll('NUMBER', NUMBER)}\\s*$`)

/** Lines of the closing report of 1.0 and 1.1, with the key of their numbers. */
const REPORT_LINES = {
  read: line('read: +COUNT'),
  write: line('write: +COUNT'),
  other: line('other: +COUNT'),
  total: line('total: +COUNT'),
  transactions: line(String.raw`transactions: +COUNT +\(NUMBER per sec\.\)`),
  queries: line(String.raw`queries: +COUNT +\(NUMBER per sec\.\)`),
  ignoredErrors: line(String.raw`ignored errors: +COUNT +\(NUMBER per sec\.\)`),
  reconnects: line(String.raw`reconnects: +COUNT +\(NUMBER per sec\.\)`),
  eventsPerSecond: line(String.raw`(?:events/s \(eps\)|events per second): +NUMBER`),
  elapsed: line('(?:time elapsed|total time): +NUMBERs'),
  events: line('total number of events: +COUNT'),
  min: line('min: +NUMBER'),
  avg: line('avg: +NUMBER'),
  max: line('max: +NUMBER'),
  percentile: line('COUNTth percentile: +NUMBER'),
  sum: line('sum: +NUMBER'),
  fairnessEvents: line(String.raw`events \(avg/stddev\): +NUMBER/NUMBER`),
  fairnessSeconds: line(String.raw`execution time \(avg/stddev\): +NUMBER/NUMBER`),
  fileReads: line('reads/s: +NUMBER'),
  fileWrites: line('writes/s: +NUMBER'),
  fileFsyncs: line('fsyncs/s: +NUMBER'),
  fileReadMib: line('read, MiB/s: +NUMBER'),
  fileWrittenMib: line('written, MiB/s: +NUMBER'),
  fileReadIops: line(String.raw`read: +IOPS=NUMBER +NUMBER MiB/s \(NUMBER MB/s\)`),
  fileWriteIops: line(String.raw`write: +IOPS=NUMBER +NUMBER MiB/s \(NUMBER MB/s\)`),
  fileFsyncIops: line('fsync: +IOPS=NUMBER'),
  memoryOperations: line(String.raw`Total operations: +COUNT +\( *NUMBER per second\)`),
  memoryTransferred: line(String.raw`NUMBER MiB transferred \(NUMBER MiB/sec\)`),
} as const satisfies Record<string, RegExp>

export type ReportKey = keyof typeof REPORT_LINES

/** One line of the report; `texts` are the numbers as printed. */
export type ReportLine = { key: ReportKey; numbers: (number | null)[]; texts: readonly string[] }

const ENTRIES = Object.entries(REPORT_LINES) as [ReportKey, RegExp][] // Object.entries loses the key type.

/** The numbers of a line of the closing report, null for nan; null for any other line. */
export function readReportLine(text: string): ReportLine | null {
  for (const [key, pattern] of ENTRIES) {
    const match = pattern.exec(text)
    if (match !== null) return { key, numbers: match.slice(1).map(toNumber), texts: match.slice(1) }
  }
  return null
}

/** True for headings and fixed lines of the closing report, which have no number. */
export function isReportHeading(text: string): boolean {
  return (
    /^ *(?:SQL statistics|queries performed|Throughput|General statistics|Latency \(ms\)|Threads fairness|CPU speed|File operations):$/.test(
      text,
    ) || /^ *percentile stats: +disabled$/.test(text)
  )
}

function toNumber(text: string): number | null {
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}
