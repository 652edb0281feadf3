import { cellNote } from '../../../publish/chart/cell-note.ts'
import { type ChartModel, colorsOf, SERIES_COLORS } from '../../../publish/chart/chart-model.ts'
import { formatChartValue } from '../../../publish/chart/format-chart-value.ts'
import { shortStatistic } from '../statistic-words.ts'
import type { QualityTable } from './quality-of-service.ts'

/** Bars that fit on the first screen. */
const MAX_BARS = 12

/** Response time of each row in the test with the slowest one, for benchmarks that do not time single operations. */
export function slowestTestChart(tables: readonly QualityTable[]): ChartModel | null {
  const tests = tables.flatMap(({ label, columns, rows }) => {
    const at = columns.findIndex(({ response }) => response !== null && response.operation === null)
    const bars = rows.flatMap(({ name, cells }) => {
      const value = at < 0 ? null : (cells[at]?.value ?? null)
      return value === null ? [] : [{ name, value }]
    })
    const column = columns[at]
    return column?.response == null || bars.length === 0 ? [] : [{ label, column, response: column.response, bars }]
  })
  const slowest = (bars: readonly { value: number }[]) => Math.max(...bars.map(({ value }) => value))
  const [first] = tests.toSorted((a, b) => slowest(b.bars) - slowest(a.bars))
  if (first === undefined) return null
  const { label, column, response, bars } = first
  const sorted = bars.toSorted((a, b) => b.value - a.value)
  const shown = sorted.slice(0, MAX_BARS)
  const [most] = shown
  const words = `${shortStatistic(response.statistic)} response time`
  return {
    id: 'lead',
    title: `${words} in ${label}`,
    summary: `The slowest is ${most?.name}: ${most === undefined ? '' : formatChartValue(most.value, 'value')} ${column.unit}.`,
    draw: 'rows',
    x: { kind: 'ordered', label: 'result', places: shown.map(({ name }) => ({ name })) },
    y: { label: words, unit: column.unit, better: 'lower', format: 'value' },
    series: [{ name: words, color: 1, points: shown.map(({ value }, x) => ({ x, y: value })) }],
    ...(sorted.length > shown.length ? { left: `The slowest ${shown.length} of ${sorted.length} are drawn.` } : {}),
  }
}

/** Chart of response times by operation, a series for each row; null with fewer than two timed operations. */
export function qualityChart(table: QualityTable, id: string, hrefOf?: (runId: string) => string): ChartModel | null {
  const timed = table.columns.flatMap((column, at) =>
    column.response === null || column.response.operation === null
      ? []
      : [{ ...column, response: column.response, at }],
  )
  const [first] = timed
  if (first === undefined || timed.length < 2) return null
  const statistics = new Set(timed.map(({ response }) => response.statistic))
  const [statistic] = statistics
  if (statistics.size > 1 || statistic === undefined) return null
  const rows = table.rows.slice(0, SERIES_COLORS)
  const names = rows.map(({ name }) => name)
  const color = colorsOf(names)
  const cells = rows.flatMap((row, i) =>
    timed.map(({ at, response }) => ({ cell: row.cells[at], name: names[i], response })),
  )
  const slowest = cells.reduce((largest, one) => ((one.cell?.value ?? 0) > (largest.cell?.value ?? 0) ? one : largest))
  return {
    id,
    title: `${statistic} by operation: ${table.label}`,
    summary: `The slowest is ${slowest.response.operation} of ${slowest.name}: ${slowest.cell?.value} ${first.unit}.`,
    draw: 'bar',
    x: {
      kind: 'ordered',
      label: 'operation',
      places: timed.map(({ response }) => ({ name: response.operation ?? '' })),
    },
    y: { label: `${statistic} response time`, unit: first.unit, better: 'lower', format: 'value' },
    series: rows.map((row, i) => ({
      name: names[i] ?? '',
      color: color(names[i] ?? ''),
      points: timed.map(({ at }, x) => {
        const cell = row.cells[at]
        const [run] = cell?.runIds ?? []
        const notes = cell === null || cell === undefined ? {} : cellNote(cell)
        return {
          x,
          y: cell?.value ?? null,
          ...(run === undefined || hrefOf === undefined ? {} : { href: hrefOf(run) }),
          ...notes,
        }
      }),
    })),
    ...(table.rows.length > rows.length ? { left: `${rows.length} of ${table.rows.length} rows shown.` } : {}),
  }
}
