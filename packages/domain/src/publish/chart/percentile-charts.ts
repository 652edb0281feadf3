import { type Histogram, histogramQuantile } from '../../histograms/histogram.ts'
import { type ChartModel, type ChartPoint, SERIES_COLORS } from './chart-model.ts'
import { formatChartValue } from './format-chart-value.ts'

/** The distribution of one operation in one result, as points of its percentile curve. */
export type PercentileCurve = {
  /** Name of the line, such as the version. */
  name: string
  href?: string
  count: number
  /** Response times in ms at `1 / (1 - quantile)`, in ascending order. */
  points: readonly { x: number; ms: number }[]
}

/** Curves of one operation; null for all operations of a test. */
export type OperationCurves = { operation: string | null; curves: readonly PercentileCurve[] }

/** Points for each power of ten of `1 / (1 - quantile)`, so that the tail has as many as the middle. */
const POINTS_PER_NINE = 12
const MAX_NINES = 9
/** p50, p75 and p95, which lie between the even points. */
const NAMED = [2, 4, 20]
const SUMMARIZED = [50, 99, 99.9] as const

/**
 * The points of a percentile curve up to the quantile that one value exceeds; beyond it a histogram says nothing.
 */
export function percentilePoints({ histogram, unitMs }: { histogram: Histogram; unitMs: number }) {
  const even = Array.from({ length: MAX_NINES * POINTS_PER_NINE + 1 }, (_, i) => 10 ** (i / POINTS_PER_NINE))
  return [...even, ...NAMED]
    .sort((a, b) => a - b)
    .filter((x) => x <= histogram.count)
    .map((x) => ({ x, ms: (histogramQuantile(histogram, 1 - 1 / x) ?? 0) * unitMs }))
}

/** A chart for each operation with a line for each result, over an axis on which every nine has the same width. */
export function percentileCharts(operations: readonly OperationCurves[]): ChartModel[] {
  return operations.map(({ operation, curves }, i) => ({
    id: `percentiles-${i}`,
    title: operation === null ? 'Response time by percentile' : `Response time of ${operation} by percentile`,
    summary: summarize(curves),
    draw: 'line',
    x: { kind: 'nines', label: 'percentile', unit: '' },
    y: { label: 'response time', unit: 'ms', better: 'lower', format: 'value' },
    series: curves.map(({ name, href, points }, index) => ({
      name,
      color: (index % SERIES_COLORS) + 1,
      points: points.map(({ x, ms }): ChartPoint => ({ x, y: ms, ...(href === undefined ? {} : { href }) })),
    })),
  }))
}

/** "18.0: p50 1.2 ms, p99 4 ms, p99.9 12 ms of 120,000 operations." */
function summarize(curves: readonly PercentileCurve[]): string {
  const sentences = curves.map(({ name, count, points }) => {
    const values = SUMMARIZED.flatMap((percent) => {
      const x = 100 / (100 - percent)
      const point = points.find((one) => one.x >= x * (1 - 1e-9))
      return point === undefined ? [] : [`p${percent} ${formatChartValue(point.ms, 'value')} ms`]
    })
    return `${name}: ${values.join(', ')} of ${count.toLocaleString('en-US')} operations.`
  })
  return sentences.join(' ')
}

/** The name of a position on the axis of nines: 100 is p99. */
export function ninesName(x: number): string {
  const percent = 100 - 100 / x
  // Two digits of the distance to 100 are enough to tell neighboring points apart.
  const decimals = Math.max(0, Math.ceil(Math.log10(x) - 1e-9) - 1)
  return `p${Number(percent.toFixed(Math.min(9, decimals)))}`
}

/** The ticks of the axis of nines: p0, p90, p99 and so on up to its end. */
export const ninesTicks = (end: number): number[] =>
  Array.from({ length: Math.floor(Math.log10(Math.max(1, end)) + 1e-9) + 1 }, (_, nines) => 10 ** nines)
