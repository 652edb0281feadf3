import { readClientsHeading, readServer } from './field-heading.ts'
import type { Table } from './find-table.ts'
import { readMetricHeading } from './metric-heading.ts'

/** A column of values: the dimensions that its heading states, and the metric if the heading names one too. */
type ValueColumn = { fields: Readonly<Record<string, string>>; metric: string | null }

/**
 * Turns a table with a column for each version, number of clients or repeat into one with a row for each value. The
 * metric of such a table is in the headings, in its title or in the name of the file; a message when none names
 * one. Other tables are returned as they are.
 *
 * @param titles names that may state the metric, such as `tps` of tps.csv.
 */
export function unpivot(table: Table, titles: readonly string[]): Table | { message: string } {
  const columns = table.headings.map(valueColumnOf)
  const first = columns.findIndex((column) => column !== null)
  const values = columns.slice(first).filter((column) => column !== null)
  if (first < 0 || values.length < 2 || values.length < columns.length - first) return table
  const title = titles.flatMap((one) => [one, ...one.split(/[\s_.-]+/)]).find(isMetric)
  if (title === undefined && values.some(({ metric }) => metric === null)) {
    return {
      message: `has a column for each of ${table.headings.slice(first).join(', ')}, and nothing names the metric of its values: name the file after it, such as tps.csv, or map the columns (docs/csv.md)`,
    }
  }
  const fields = [...new Set(values.flatMap((column) => Object.keys(column.fields)))]
  const metrics = [...new Set(values.map(({ metric }) => metric ?? title ?? ''))]
  const groups = Map.groupBy(values.entries(), ([, column]) => JSON.stringify(column.fields))
  // Two columns of one group with one metric, or a group without a metric, are another kind of table.
  if ([...groups.values()].some((group) => group.length !== metrics.length)) return table
  return {
    ...table,
    headings: [...table.headings.slice(0, first), ...fields, ...metrics],
    rows: table.rows.flatMap(({ line, cells }) =>
      [...groups.values()].map((group) => ({
        line,
        cells: [
          ...cells.slice(0, first),
          ...fields.map((field) => group[0]?.[1].fields[field] ?? ''),
          ...metrics.map((name) => {
            const column = group.find(([, { metric }]) => (metric ?? title) === name)
            return column === undefined ? '' : (cells[first + column[0]] ?? '')
          }),
        ],
      })),
    ),
  }
}

const isMetric = (text: string): boolean => readMetricHeading(text) !== null

/** A metric and the number of a repeat: `tps_1`, `QPS run 2`. */
const REPEAT = /^(.*?[a-z%)\]])?[ _-]?(?:run|rep(?:eat)?|iter(?:ation)?|trial|#)?[ _-]?([1-9]\d?)$/i
/** A repeat alone, whose metric stands elsewhere: `run1`. */
const REPEAT_ALONE = /^(?:run|rep(?:eat)?|iter(?:ation)?|trial|lauf)[ _#-]?([1-9]\d?)$/i

function valueColumnOf(heading: string): ValueColumn | null {
  const fields = dimensionsOf(heading)
  if (fields !== null) return { fields, metric: null }
  const [, repeat] = REPEAT_ALONE.exec(heading) ?? []
  if (repeat !== undefined) return { fields: { repeat }, metric: null }
  const [, metric, number] = REPEAT.exec(heading) ?? []
  if (metric !== undefined && number !== undefined && isMetric(metric) && !isMetric(heading))
    return { fields: { repeat: number }, metric }
  return withMetric(heading)
}

/** A heading with dimensions and a metric next to each other: `MySQL 8.4.3 QPS`, `tps (c8)`. */
function withMetric(heading: string): ValueColumn | null {
  const words = heading.split(/\s+/)
  const divide = (at: number) => [words.slice(0, at).join(' '), words.slice(at).join(' ')] as const
  // The shortest metric first, because a server and a metric together may be read as a metric of its own.
  for (let length = 1; length < words.length; length++) {
    const [atEnd, atStart] = [divide(words.length - length), divide(length)]
    const found = columnOf(atEnd[0], atEnd[1]) ?? columnOf(atStart[1], atStart[0])
    if (found !== null) return found
  }
  return null
}

function columnOf(dimensions: string, metric: string): ValueColumn | null {
  const fields = isMetric(metric) ? dimensionsOf(dimensions.replace(/^[([](.*)[)\]]$/, '$1')) : null
  return fields === null ? null : { fields, metric }
}

function dimensionsOf(heading: string): Readonly<Record<string, string>> | null {
  const server = readServer(heading)
  if (server !== null) return { ...server }
  const clients = readClientsHeading(heading)
  return clients === null ? null : { clients }
}
