import { BACKGROUND_RATE } from '../../../benchmarks/iibench/iibench-metrics.ts'
import type { ChartModel, ChartPoint, ChartSeries } from '../../../publish/chart/chart-model.ts'
import { type Metric, PRIMARY_METRIC } from '../../../run/metric.ts'
import type { Comparison } from '../../comparison.ts'
import type { Grid } from '../../grid.ts'
import { type MetricColumns, metricColumnsOf } from '../metric-columns.ts'
import { withResponseBands } from './response-bands.ts'

/** Columns of the metrics table of a step, as in published reports; columns without values are omitted. */
const STEP_METRICS = [
  PRIMARY_METRIC,
  BACKGROUND_RATE,
  'r/s',
  'rMB/s',
  'w/s',
  'wMB/s',
  'r/o',
  'rKB/o',
  'w/o',
  'wKB/o',
  'w/insert',
  'wKB/insert',
  'cs/s',
  'cpu/s',
  'cs/o',
  'cpu_us/o',
  'dbgb1',
  'dbgb2',
  'rss',
  'maxop',
  'rate_p50',
  'rate_p99',
  'index_s',
] as const

const BUCKETS = ['256us', '1ms', '4ms', '16ms', '64ms', '256ms', '1s', '4s', '16s', 'gt', 'max'] as const
const OPERATIONS = ['query', 'insert', 'delete'] as const

/** The comparison of one step: a row for each server, a column for each metric. */
export function stepDetails(throughput: Comparison, step: string): Comparison {
  const buckets = OPERATIONS.flatMap((operation) => BUCKETS.map((bucket) => `rt_${operation}_${bucket}`))
  return {
    ...throughput,
    filters: { ...throughput.filters, test: [step] },
    columns: [],
    tables: [...throughput.tables, ...throughput.columns.filter((dimension) => dimension !== 'test')],
    metrics: [...new Set([...throughput.metrics, ...STEP_METRICS, ...buckets])],
  }
}

type ResponseTimeTable = { operation: string; title: string; table: MetricColumns }

/** The metrics and the response times of a step, one table for each workload. */
export function stepTables(details: Grid): { metrics: MetricColumns[]; responseTimes: ResponseTimeTable[] } {
  const all = metricColumnsOf(details)
  const responseTimes = all.flatMap((table) =>
    OPERATIONS.flatMap((operation): ResponseTimeTable[] => {
      const prefix = `rt_${operation}_`
      const part = withColumns(table, (metric) => (metric.startsWith(prefix) ? metric.slice(prefix.length) : null))
      return part === null
        ? []
        : [{ operation, title: withWorkload(`${capital(operation)} responses`, table), table: withResponseBands(part) }]
    }),
  )
  const metrics = all.flatMap(
    (table) => withColumns(table, (metric) => (metric.startsWith('rt_') ? null : metric)) ?? [],
  )
  return { metrics, responseTimes }
}

/** Columns for which `nameOf` returns a name, and rows with a value in any of them; null if there are none. */
function withColumns(table: MetricColumns, nameOf: (metric: string) => string | null): MetricColumns | null {
  const remaining = table.metrics.flatMap((metric, at) => {
    const name = nameOf(metric.metric)
    return name === null ? [] : [{ at, metric: { ...metric, metric: name } }]
  })
  const rows = table.rows.flatMap((row) => {
    const cells = remaining.flatMap(({ at }) => row.cells[at] ?? [])
    // The grid has a single column, which needs no label.
    return cells.every(({ value }) => value === null) ? [] : [{ ...row, column: '', cells }]
  })
  return rows.length === 0 ? null : { ...table, metrics: remaining.map(({ metric }) => metric), rows }
}

export const withWorkload = (title: string, { label }: Pick<MetricColumns, 'label'>): string =>
  label === '' ? title : `${title}, ${label}`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Interval samples of one metric of a step on one server. */
export type StepSamples = {
  server: string
  /** Index of the color, the same for one server on all charts. */
  color: number
  href: string
  metric: Metric
  startSeconds: number
  intervalSeconds: number
  values: readonly (number | null)[]
}

/** Metrics in the order of their charts: throughput, response times, background load. */
const CHARTED: readonly string[] = [
  'point_queries/s',
  'range_queries/s',
  'inserts/s',
  'max_query_us',
  'max_insert_us',
  'max_delete_us',
  BACKGROUND_RATE,
]

function chartOrder(metric: string): number {
  const index = CHARTED.indexOf(metric)
  return index < 0 ? CHARTED.length : index
}

/** One chart per metric with a line per server; the maximum of each line is marked. */
export function stepCharts(step: string, samples: readonly StepSamples[]): ChartModel[] {
  const byMetric = [...Map.groupBy(samples, ({ metric }) => metric.name)]
  byMetric.sort(([a], [b]) => chartOrder(a) - chartOrder(b))
  return byMetric.flatMap(([name, own]): ChartModel[] => {
    const lines = own.flatMap((one) => lineOf(one) ?? [])
    const [first] = own
    if (first === undefined || lines.length === 0) return []
    const { unit, better } = first.metric
    const highest = lines.map(({ series, peak }) => `${series.name} ${format(peak.value)} at ${peak.seconds} s`)
    return [
      {
        id: `${step}-${name}`.replaceAll(/[^A-Za-z0-9]+/g, '-'),
        title: `${step}: ${name} from interval to interval`,
        summary: `Highest: ${highest.join('; ')}.`,
        draw: 'line',
        x: { kind: 'number', label: 'seconds from the start of the step', unit: 's' },
        y: { label: name, unit, better, format: 'value' },
        series: lines.map(({ series }) => series),
      },
    ]
  })
}

type Peak = { seconds: number; value: number }

function lineOf({ server, color, href, startSeconds, intervalSeconds, values }: StepSamples) {
  let peak: Peak | null = null
  for (const [i, value] of values.entries()) {
    if (value !== null && (peak === null || value > peak.value))
      peak = { seconds: startSeconds + i * intervalSeconds, value }
  }
  if (peak === null) return null
  const highest: Peak = peak
  const points = values.map((y, i): ChartPoint => {
    const x = startSeconds + i * intervalSeconds
    return x === highest.seconds ? { x, y, href, note: 'highest' } : { x, y }
  })
  const series: ChartSeries = { name: server, color, points }
  return { series, peak: highest }
}

const format = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 })
