import { tableCoordinates } from '../../../findings/series/series-of-cell.ts'
import { plural } from '../../../plural.ts'
import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import { formatChartValue } from '../../../publish/chart/format-chart-value.ts'
import type { Comparison } from '../../comparison.ts'
import type { Grid } from '../../grid.ts'
import { qualityHeadline } from '../headlines/quality-headline.ts'
import { type MetricHead, metricGrid } from '../pages/metric-grid.ts'
import type { StudyElement, StudyPage } from '../pages/study-page.ts'
import type { StudyQueries, StudyRequest } from '../pages/study-queries.ts'
import { verdictSummary } from '../pages/verdict-summary.ts'
import { ALL_STATISTICS, statisticsOf, usualStatistic } from '../response-times.ts'
import { shortStatistic, statisticWords } from '../statistic-words.ts'
import { qualityChart, slowestTestChart } from './quality-chart.ts'
import {
  type QualityColumn,
  type QualityTable,
  qualityComparison,
  qualityTables,
  tableWithStatistic,
  withStatistic,
} from './quality-of-service.ts'
import { qualityTldr } from './quality-sentences.ts'

/** Maximum number of tables; filters select others. */
const MAX_TABLES = 40
const MAX_CHARTS = 6

type QualityPage = StudyPage & {
  /** The available statistics, and the chosen one. */
  statistics: readonly string[]
  statistic: string
  /** The figure at the head of the page where no chart of operations is; shared copies have the elements only. */
  lead: ChartModel | null
}

/** The page of the quality study: throughput, its costs and response times in one row. */
export async function qualityPage(
  queries: StudyQueries,
  { comparison, own }: StudyRequest,
  hrefOf?: (runId: string) => string,
): Promise<QualityPage> {
  const requested = qualityComparison(comparison, await queries.metrics())
  const { grid } = await queries.comparison(requested)
  const all = qualityTables(grid)
  const statistics = statisticsOf(all.flatMap(({ columns }) => columns.map(({ metric }) => metric)))
  const statistic = own.response ?? usualStatistic(statistics)
  const tables = all.flatMap((table) => tableWithStatistic(table, statistic) ?? [])
  const without = all.length - tables.length
  const hasAny = statistic === ALL_STATISTICS ? statistics.length > 0 : statistics.includes(statistic)
  const shown = tables.slice(0, MAX_TABLES)
  const charts = shown.flatMap((table, at) => qualityChart(table, `operations-${at}`, hrefOf) ?? [])
  const left = [
    ...(tables.length > shown.length
      ? [`${shown.length} of ${tables.length} tables are shown; filter by test or workload to see the others.`]
      : []),
    ...(without > 0
      ? [`${plural(without, 'test')} with throughput alone ${without === 1 ? 'is' : 'are'} left out.`]
      : []),
  ]
  const parts: StudyElement[] = hasAny
    ? [
        ...shown.map((table) => qualityPart(table, grid, requested)),
        ...(charts.length === 0 ? [] : [{ kind: 'charts' as const, models: charts.slice(0, MAX_CHARTS) }]),
        ...(left.length === 0 ? [] : [{ kind: 'text' as const, text: left.join(' ') }]),
      ]
    : [
        {
          kind: 'text',
          text: `No result of this comparison has a response time (${statisticWords(statistic)}). Choose another statistic, or remove a filter.`,
        },
      ]
  return {
    title: 'Quality of service',
    headline: qualityHeadline(shown, statistic, comparison),
    summary: verdictSummary(
      [
        slowestSentence(charts, statistic),
        `${plural(tables.length, 'test')} with throughput, its costs and response times.`,
      ]
        .filter((sentence) => sentence !== '')
        .join(' '),
      grid,
    ),
    comparison: withStatistic(requested, statistic),
    warnings: grid.warnings.filter(({ code }) => code !== 'metric-missing'),
    tldr: qualityTldr(shown, grid),
    statistics,
    statistic,
    lead: charts.length > 0 ? null : slowestTestChart(shown),
    parts,
  }
}

/** The slowest operation of all charts: "The slowest operation is add_link of MySQL 5.7.31: p99 28 ms." */
function slowestSentence(charts: readonly ChartModel[], statistic: string): string {
  const bars = charts.flatMap(({ x, y, series }) =>
    series.flatMap(({ name, points }) =>
      points.flatMap((point) => {
        const operation = x.kind === 'ordered' ? (x.places[point.x]?.name ?? '') : ''
        return point.y === null ? [] : [{ operation, name, value: point.y, unit: y.unit }]
      }),
    ),
  )
  const slowest = bars.toSorted((a, b) => b.value - a.value)[0]
  if (slowest === undefined) return ''
  const { operation, name, value, unit } = slowest
  return `The slowest operation is ${operation} of ${name}: ${shortStatistic(statistic)} ${formatChartValue(value, 'value')} ${unit}.`
}

function qualityPart(table: QualityTable, grid: Grid, comparison: Comparison): StudyElement {
  const { label, values, baseLabel, columns, rows } = table
  const drawn = {
    title: label,
    values,
    baseLabel,
    metrics: columns,
    rows: rows.map(({ name, isBase, cells }) => ({ label: name, column: '', isBase, cells })),
  }
  return {
    kind: 'metrics',
    title: label,
    grid: metricGrid(drawn, grid, columns.map(headOf)),
    of: tableCoordinates(comparison, values),
    heads: columns.map((column) => ({ title: titleOf(column), name: nameOf(column) })),
  }
}

/** Heading on one line, for tables without a separate line of statistics. */
const headOf = (column: QualityColumn): MetricHead => {
  const { response, unit, digits } = column
  const label =
    response?.operation == null ? nameOf(column) : `${shortStatistic(response.statistic)} ${response.operation}`
  return { label, unit, digits }
}

function nameOf({ metric, response }: QualityColumn): string {
  if (response === null) return metric
  return response.operation ?? shortStatistic(response.statistic)
}

/** The heading above a column: its section of the row, or the statistic of response times. */
const titleOf = ({ part, response }: QualityColumn): string =>
  response === null ? part : statisticWords(response.statistic)
