import { csvLine } from '../csv/csv-line.ts'
import type { ChartModel } from './chart-model.ts'
import { chartTable } from './chart-table.ts'

/** The numbers of a chart as CSV with exact values: a line for each x value, a column for each series. */
export function chartCsv(model: ChartModel): string {
  const { corner, columns, rows } = chartTable(model)
  const lines = rows.map(({ name, cells }) => [name, ...cells.map(({ value }) => (value === null ? '' : `${value}`))])
  return [[corner, ...columns], ...lines].map(csvLine).join('')
}
