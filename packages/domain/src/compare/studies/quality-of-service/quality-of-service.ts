import type { Better } from '../../../run/metric.ts'
import type { Comparison } from '../../comparison.ts'
import type { Cell, Grid } from '../../grid.ts'
import { absoluteDigits } from '../../render/absolute-digits.ts'
import { type MetricColumns, metricColumnsOf } from '../metric-columns.ts'
import { compareResponses, isShownResponse, type Response, responseOf } from '../response-times.ts'

/** Cost metrics in the order of the columns; a table omits those without results. */
const QUALITY_COSTS = [
  'r/o',
  'rKB/o',
  'wKB/o',
  'cs/o',
  'cpu/o',
  'cpu_us/o',
  'Mcpu/o',
  'client_cpu_us/o',
  'db_cpu_us/o',
  'size',
  'dbgb1',
  'dbgb2',
  'rss',
] as const

type QualityAspect = 'throughput' | 'efficiency' | 'response'

export type QualityColumn = {
  metric: string
  unit: string
  better: Better
  part: QualityAspect
  /** The timed operation of a column with response times; null for other columns. */
  response: Response | null
  /** Decimals of all values of the column: those of their source, at most three. */
  digits: number
}

/** Throughput, its costs and response times: one row for each version or config. */
export type QualityTable = Pick<MetricColumns, 'label' | 'values' | 'baseLabel'> & {
  columns: readonly QualityColumn[]
  /** One cell for each of `columns`. */
  rows: readonly { name: string; isBase: boolean; cells: readonly Cell[] }[]
}

/** Maximum metrics of response times, because more would exceed the maximum length of a URL. */
const MAX_RESPONSE_METRICS = 100

/**
 * The comparison of the study: a table for each test, with the compared dimension on rows. Throughput is always the
 * first column, so that response times are never shown without it.
 *
 * @param metrics metrics of the project; response times become columns. If there are too many, means are dropped first.
 */
export function qualityComparison(comparison: Comparison, metrics: readonly string[]): Comparison {
  const requested = [...comparison.columns, ...comparison.rows].filter((dimension) => dimension !== 'test')
  // Each repeat is a row with its number in the label.
  const isEach = comparison.repeats === 'each' && ![...requested, ...comparison.tables].includes('repeat')
  const compared = isEach ? [...requested, 'repeat' as const] : requested
  const tables = comparison.tables.filter((dimension) => dimension !== 'test' && !compared.includes(dimension))
  const responses = metrics.flatMap((metric) => {
    const response = responseOf(metric)
    return response === null ? [] : [{ metric, isMean: response.statistic === 'avg' }]
  })
  const remaining = responses.sort((a, b) => Number(a.isMean) - Number(b.isMean)).slice(0, MAX_RESPONSE_METRICS)
  const { base } = comparison
  return {
    ...comparison,
    rows: compared,
    columns: [],
    tables: ['test', ...tables],
    metrics: [
      ...new Set(['primary', ...QUALITY_COSTS, ...remaining.map(({ metric }) => metric).sort(compareResponses)]),
    ],
    base: base.kind === 'values' ? base : { kind: 'first-row' },
    onlyChanged: false,
    sort: comparison.sort.kind === 'column' ? { kind: 'order' } : comparison.sort,
  }
}

/** The same comparison with the response times of one statistic only, as on the page. */
export const withStatistic = (comparison: Comparison, statistic: string): Comparison => ({
  ...comparison,
  metrics: comparison.metrics.filter((metric) => responseOf(metric) === null || isShownResponse(metric, statistic)),
})

/** All tables of a grid, with all response times that have values. */
export function qualityTables(grid: Grid): QualityTable[] {
  return metricColumnsOf(grid).map(({ metrics, rows, ...table }): QualityTable => {
    const columns = metrics.map((metric, at) =>
      columnOf(
        metric,
        rows.flatMap(({ cells }) => cells[at] ?? []),
      ),
    )
    // The compared dimension is on rows, so the single column needs no label.
    return { ...table, columns, rows: rows.map(({ label, isBase, cells }) => ({ name: label, isBase, cells })) }
  })
}

/** The table with the response times of one statistic; null if only throughput is left. */
export function tableWithStatistic(table: QualityTable, statistic: string): QualityTable | null {
  const isShown = ({ metric, response }: QualityColumn) => response === null || isShownResponse(metric, statistic)
  const columns = table.columns.filter(isShown)
  if (columns.every(({ part }) => part === 'throughput')) return null
  const rows = table.rows.map((row) => ({
    ...row,
    cells: row.cells.filter((_, at) => {
      const column = table.columns[at]
      return column !== undefined && isShown(column)
    }),
  }))
  return { ...table, columns, rows }
}

function columnOf(metric: MetricColumns['metrics'][number], cells: readonly Cell[]): QualityColumn {
  const response = responseOf(metric.metric)
  const isCost = (QUALITY_COSTS as readonly string[]).includes(metric.metric)
  return {
    ...metric,
    part: response !== null ? 'response' : isCost ? 'efficiency' : 'throughput',
    response,
    digits: digitsOf(metric.metric, cells),
  }
}

const MAX_DIGITS = 3

/** As many decimals as the source has, so that 0.21 GB stays 0.21; computed values use the default of their metric. */
function digitsOf(metric: string, cells: readonly Cell[]): number {
  const decimals = cells.flatMap(({ value }) => (value === null ? [] : (String(value).split('.')[1]?.length ?? 0)))
  const largest = Math.max(0, ...decimals)
  return largest <= MAX_DIGITS ? largest : absoluteDigits(cells)(cells[0]?.metric ?? metric)
}
