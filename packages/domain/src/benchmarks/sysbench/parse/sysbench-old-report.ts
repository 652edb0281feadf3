/** The unit of a time in milliseconds. */
const MS_PER: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 }

/** Lines of the closing report of 0.4 and 0.5, with the same lines of 1.0. */
const LINES: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [/^sysbench (0\.[45][\d.]*): +multi-threaded system evaluation benchmark *$/, (version) => `sysbench ${version}`],
  [/^OLTP test statistics: *$/, () => 'SQL statistics:'],
  [/^Test execution summary: *$/, () => 'General statistics:'],
  [/^ *total time taken by event execution: +([\d.]+)s? *$/, (seconds) => `sum: ${inMs(seconds, 's')}`],
  [/^ *(?:response time|per-request statistics): *$/, () => 'Latency (ms):'],
  [/^ *(min|avg|max): +([\d.]+)(us|ms|s) *$/, (name, time, unit) => `${name}: ${inMs(time, unit)}`],
  [
    /^ *approx\. +(\d{1,3}) percentile: +([\d.]+)(us|ms|s) *$/,
    (share, time, unit) => `${share}th percentile: ${inMs(time, unit)}`,
  ],
  // Statements outside of transactions are counted as 0 transactions.
  [/^ *transactions: +0 +\(0\.00 per sec\.\) *$/, () => ''],
  [/^ *deadlocks: +(\d+ +\([\d.]+ per sec\.\)) *$/, (count) => `ignored errors: ${count}`],
]
const REQUESTS = /^ *read\/write requests: +(\d+) +\(([\d.]+) per sec\.\) *$/
const OTHER = /^ *other operations: +(\d+) +\(([\d.]+) per sec\.\) *$/
const INTERVAL =
  /^\[ *(\d+)s\] threads: (\d+), tps: ([\d.]+), reads(?:\/s)?: [\d.]+, writes(?:\/s)?: [\d.]+, response time: ([\d.]+)(us|ms|s) \((\d+)%\)(?:, errors: ([\d.]+), reconnects: +([\d.]+))? *$/

const inMs = (time = '', unit = 'ms'): string => String(Number((Number(time) * (MS_PER[unit] ?? 1)).toFixed(6)))

/**
 * The lines of a report of sysbench 0.4 or 0.5 as 1.0 prints them; other lines as they are. All keep their numbers. The sum
 * of all queries, which these versions do not print, is that of requests and other operations.
 */
export function asCurrentLines(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => REQUESTS.test(line))) return lines
  const [, count = '0', rate = '0'] = lines.map((line) => REQUESTS.exec(line)).find((found) => found !== null) ?? []
  return lines.map((line) => {
    if (REQUESTS.test(line)) return ''
    const [, others, otherRate] = OTHER.exec(line) ?? []
    if (others !== undefined)
      return `queries: ${Number(count) + Number(others)} (${(Number(rate) + Number(otherRate)).toFixed(2)} per sec.)`
    return intervalOf(line) ?? reportLineOf(line) ?? line
  })
}

function reportLineOf(line: string): string | null {
  for (const [pattern, write] of LINES) {
    const found = pattern.exec(line)
    if (found !== null) return write(...found.slice(1))
  }
  return null
}

function intervalOf(line: string): string | null {
  const [whole, seconds, threads, tps, time, unit, share, errors, reconnects] = INTERVAL.exec(line) ?? []
  if (whole === undefined) return null
  const failures = errors === undefined ? '' : ` err/s: ${errors} reconn/s: ${reconnects}`
  return `[ ${seconds}s ] thds: ${threads} tps: ${tps} lat (ms,${share}%): ${inMs(time, unit)}${failures}`
}
