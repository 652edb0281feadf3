import { cellNote } from '../../../publish/chart/cell-note.ts'
import { type ChartModel, colorsOf, SERIES_COLORS } from '../../../publish/chart/chart-model.ts'
import type { QualityTable } from './quality-of-service.ts'

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
