import { packNumbers } from '../../../parse/pack-numbers.ts'
import { onGrid, type SampleGrid } from '../../../parse/sample-grid.ts'
import type { Metric } from '../../../run/metric.ts'
import type { SysbenchIntervals } from './sysbench-intervals.ts'
import type { SysbenchOutput } from './sysbench-output.ts'

/**
 * The QPS of a step in the unit of the published tables, unrounded (they round half to even): the rate on the
 * `queries:` line, except for scans, which have thousands of rows per second per client, (table-size / 1000) / (mean
 * latency in seconds).
 *
 * @param testName the test by its file name (`scan.warm`), for outputs without a command; the script of the command
 *   has precedence.
 * @returns null when the output lacks a required number, such as the table size of a scan.
 */
export function shownQps(output: SysbenchOutput, testName?: string): number | null {
  if (!isScan(output, testName)) return output.queries?.perSecond ?? null
  const tableSize = Number(output.options['table-size'] ?? Number.NaN)
  const avgMs = output.latency?.avgMs ?? 0
  if (!(tableSize > 0) || !(avgMs > 0)) return null
  return tableSize / 1000 / (avgMs / 1000)
}

/**
 * Scan throughput as the archive published it in early 2025 (`sb.met`, `sb.r.qps`, `qps.abs` of February to April):
 * thousands of rows per second of all clients, from the printed rate with its two decimals. Files since August 2025
 * have `shownQps`. No raw file states which of the two applies, so a caller that knows the published figure uses that.
 */
export function scanKrowsOfAllClients(output: SysbenchOutput): number | null {
  const tableSize = Number(output.options['table-size'] ?? Number.NaN)
  const rate = output.queries?.perSecond
  return !(tableSize > 0) || typeof rate !== 'number' ? null : (rate * tableSize) / 1000
}

/**
 * Values by metric name of run/metric.ts: qps, tps, latency_ms_*, elapsed_s, ignored_errors, reconnects. Tests without
 * queries (cpu, memory, fileio) have ops/s, their events per second, instead of qps.
 */
export function sysbenchMetricValues(output: SysbenchOutput, testName?: string): Record<string, number> {
  const { latency } = output
  const values: [string, number | null | undefined][] = [
    ['qps', shownQps(output, testName)],
    ['tps', output.transactions?.perSecond],
    ['ops/s', output.queries === null ? output.eventsPerSecond : null],
    ['latency_ms_min', latency?.minMs],
    ['latency_ms_avg', latency?.avgMs],
    ['latency_ms_max', latency?.maxMs],
    [latencyPercentileMetric(latency?.percentile ?? 95).name, latency?.percentileMs],
    ['elapsed_s', output.elapsedSeconds],
    ['ignored_errors', output.ignoredErrors?.count],
    ['reconnects', output.reconnects?.count],
  ]
  return Object.fromEntries(values.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
}

/** The metric of a latency percentile. Only 95 and 99 are in KNOWN_METRICS, so others must be declared. */
export function latencyPercentileMetric(percentile: number): Metric {
  const about = `${percentile}th percentile of response time, from a bucketed histogram`
  return { name: `latency_ms_p${percentile}`, unit: 'ms', better: 'lower', about }
}

export type SysbenchSamples = {
  metric: string
  intervalSeconds: number
  startSeconds: number
  values: (number | null)[]
}

/**
 * Interval samples by metric name for an upload: qps (except for scans, which have another unit), tps and the latency
 * percentile. An interval without a readable line is a gap (null). Empty when there are no intervals.
 *
 * `startSeconds` is the end of the first interval, where its line is printed.
 */
export function sysbenchSamples(output: SysbenchOutput, testName?: string): SysbenchSamples[] {
  const { intervals } = output
  if (intervals === null) return []
  const grid = gridOf(intervals, output.reportIntervalSeconds)
  if (grid === null) return []
  const { intervalSeconds, startSeconds, samples } = grid
  const { columns, percentile } = intervals
  const series: [string, (number | null)[] | undefined][] = [
    ['qps', isScan(output, testName) ? undefined : columns.qps],
    ['tps', columns.tps],
    ['ops/s', columns.eventsPerSecond],
    // A percentile of 0 means that percentiles were switched off.
    [
      latencyPercentileMetric(percentile ?? 0).name,
      percentile === null || percentile === 0 ? undefined : columns.latencyMs,
    ],
  ]
  return series.flatMap(([metric, values]) =>
    values === undefined
      ? []
      : [
          {
            metric,
            intervalSeconds,
            startSeconds,
            values: packNumbers(samples.map((sample) => (sample === null ? null : (values[sample.row] ?? null)))),
          },
        ],
  )
}

type Row = { seconds: number; row: number }

/** The interval columns as rows by time. A single row needs the interval that the header states. */
function gridOf({ seconds }: SysbenchIntervals, reportInterval: number | null): SampleGrid<Row> | null {
  const rows = seconds.map((second, row) => ({ seconds: second, row }))
  const [first, ...others] = rows
  if (first === undefined || others.length > 0) return onGrid(rows)
  if (reportInterval === null || reportInterval <= 0) return null
  return { intervalSeconds: reportInterval, startSeconds: first.seconds, samples: [first] }
}

function isScan(output: SysbenchOutput, testName: string | undefined): boolean {
  if (output.script !== null) return /^(?:oltp_)?scan$/.test(output.script)
  return testName !== undefined && /^scan(?:\.|$)/.test(testName)
}
