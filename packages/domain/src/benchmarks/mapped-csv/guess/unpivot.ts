import { readClientsHeading, readServer } from './field-heading.ts'
import type { Table } from './find-table.ts'
import { readMetricHeading } from './metric-heading.ts'

/**
 * Turns a table with a column for each version, or for each number of clients, into one with a row for each value. The
 * metric of such a table stands in its title or in the name of the file; a message when neither names one. Other tables
 * are returned as they are.
 *
 * @param titles names that may state the metric, such as `tps` of tps.csv.
 */
export function unpivot(table: Table, titles: readonly string[]): Table | { message: string } {
  const columns = table.headings.map((heading) => readServer(heading) ?? clientsOf(heading))
  const first = columns.findIndex((column) => column !== null)
  const values = columns.slice(first)
  if (first < 0 || values.length < 2 || values.some((column) => column === null)) return table
  const metric = titles.flatMap((title) => [title, ...title.split(/[\s_.-]+/)]).find(isMetric)
  if (metric === undefined) {
    return {
      message: `has a column for each of ${table.headings.slice(first).join(', ')}, and nothing names the metric of its values: name the file after it, such as tps.csv, or map the columns (docs/csv.md)`,
    }
  }
  const fields = [...new Set(values.flatMap((column) => Object.keys(column ?? {})))]
  return {
    ...table,
    headings: [...table.headings.slice(0, first), ...fields, metric],
    rows: table.rows.flatMap(({ line, cells }) =>
      values.map((column, i) => ({
        line,
        cells: [
          ...cells.slice(0, first),
          ...fields.map((field) => new Map(Object.entries(column ?? {})).get(field) ?? ''),
          cells[first + i] ?? '',
        ],
      })),
    ),
  }
}

const isMetric = (text: string): boolean => readMetricHeading(text) !== null

function clientsOf(heading: string): { clients: string } | null {
  const clients = readClientsHeading(heading)
  return clients === null ? null : { clients }
}
