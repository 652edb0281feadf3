import type { CsvMapping, CsvMetric } from '../csv-mapping.ts'
import { findMarks, MISSING } from './decimal-marks.ts'
import { productOfHeading, readFieldHeading, readServer } from './field-heading.ts'
import { findTable, type Table } from './find-table.ts'
import { readMetricHeading } from './metric-heading.ts'
import { unpivot } from './unpivot.ts'

/** `leftOut` are the rows that are not results, such as totals. */
export type Guess = { table: Table; mapping: CsvMapping; leftOut: readonly { line: number; message: string }[] }
/** `isResults` is true for a table that states a dimension and a metric, so that leaving it out would lose results. */
export type NoGuess = { message: string; line?: number; isResults: boolean }

type Target = CsvMapping['columns'][string]

/** Rows that summarize others; as results they would be invented. */
const SUMMARY =
  /^(?:(?:grand|overall)? ?(?:averages?|avg|mean|geo(?:metric)? ?mean|median|sum|totals?|min|max|std ?dev|mittelwert|summe|gesamt))$/i
const BENCHMARK =
  /sysbench|pgbench|ycsb|tpc[-_]?(?:c|h|ds)|hammerdb|benchbase|fio|db_bench|redis-benchmark|memtier|k6|clickbench/i

/**
 * Reads the columns of a spreadsheet by their headings, when no mapping states them. Every column is used or the whole
 * table is not: the message then names the column and the next step.
 */
export function guessMapping(text: string, name: string): Guess | NoGuess {
  const found = findTable(text)
  if (found === null) return { message: 'no line of headings was found above rows of values', isResults: false }
  const guess = guessTable(found.table, name)
  if (!('message' in guess)) return guess
  const { headings } = found.table
  const dimensions = headings.filter((heading) => DIMENSIONS.includes(readFieldHeading(heading) ?? ''))
  const isMeasured = headings.some((heading) => readMetricHeading(heading) !== null)
  return { ...guess, isResults: dimensions.length > 0 && isMeasured }
}

const DIMENSIONS: readonly string[] = ['product', 'version', 'build', 'config', 'test', 'clients']

function guessTable(found: Table, name: string): Guess | Omit<NoGuess, 'isResults'> {
  const width = found.headings.length
  const uneven = found.rows.find(({ cells }) => cells.length !== width)
  if (uneven !== undefined) {
    const message = `has ${uneven.cells.length} cells for ${width} columns: the row is cut or joined`
    return { message, line: uneven.line }
  }
  const stem = name.replace(/\.[^.]+$/, '')
  const unpivoted = unpivot(found, [stem, ...found.titles])
  if ('message' in unpivoted) return { ...unpivoted, line: found.line }
  const { table: results, leftOut } = withoutSummaries(unpivoted)
  const table = splitServers(joinUnits(results))
  const known = columnsOf(table)
  if ('message' in known) return known
  const columns = withTests(known.columns)
  const numbers = table.headings.flatMap((heading, i) =>
    typeof columns[heading] === 'object' || columns[heading] === 'value' ? [i] : [],
  )
  const marks = findMarks(table.rows.flatMap(({ cells }) => numbers.map((i) => cells[i] ?? '')))
  if ('message' in marks) return marks
  return { table, mapping: { ...mappingOf(columns, table, stem), ...marks }, leftOut }
}

/** The table without rows that summarize others, which are listed as left out. */
function withoutSummaries(table: Table): { table: Table; leftOut: Guess['leftOut'] } {
  const isSummary = ({ cells }: Table['rows'][number]) => SUMMARY.test(cells.find((cell) => cell !== '') ?? '')
  const lines = new Set(table.rows.filter(isSummary).map(({ line }) => line))
  return {
    table: { ...table, rows: table.rows.filter((row) => !isSummary(row)) },
    leftOut: [...lines].map((line) => ({ line, message: 'is a summary of other rows, and is left out' })),
  }
}

/** In a table with a row for each value, joins the unit of the row to the name of its metric. */
function joinUnits(table: Table): Table {
  const at = (field: string) => table.headings.findIndex((heading) => readFieldHeading(heading) === field)
  const [metric, unit] = [at('metric'), at('unit')]
  if (metric < 0 || unit < 0) return table
  const join = (cells: readonly string[]) =>
    cells.flatMap((cell, i) => (i === unit ? [] : [i === metric && cells[unit] ? `${cell} (${cells[unit]})` : cell]))
  return {
    ...table,
    headings: table.headings.filter((_, i) => i !== unit),
    rows: table.rows.map(({ line, cells }) => ({ line, cells: join(cells) })),
  }
}

/**
 * Divides a column of `PostgreSQL 18.1` into product and version, where all of its cells have both with their heading.
 */
function splitServers(table: Table): Table {
  const at = table.headings.findIndex((heading) => ['product', 'version'].includes(readFieldHeading(heading) ?? ''))
  const product = productOfHeading(table.headings[at] ?? '')
  const servers = table.rows.map(({ cells }) => {
    const cell = cells[at] ?? ''
    return readServer(product === null || cell === '' ? cell : `${product} ${cell}`)
  })
  const both = servers.every((server) => server?.product !== undefined && server.version !== undefined)
  if (at < 0 || !both || table.rows.length === 0) return table
  const others = table.headings.filter((_, i) => i !== at).map(readFieldHeading)
  if (others.includes('product') || others.includes('version')) return table
  return {
    ...table,
    headings: table.headings.toSpliced(at, 1, 'product', 'version'),
    rows: table.rows.map(({ line, cells }, row) => ({
      line,
      cells: cells.toSpliced(at, 1, servers[row]?.product ?? '', servers[row]?.version ?? ''),
    })),
  }
}

/** A column `Workload` names the tests where no other column does. */
function withTests(columns: Record<string, Target>): Record<string, Target> {
  if (Object.values(columns).includes('test')) return columns
  return Object.fromEntries(
    Object.entries(columns).map(([heading, target]) =>
      target === 'workload' && /^workloads?$/i.test(heading.trim()) ? [heading, 'test'] : [heading, target],
    ),
  )
}

/** Finds the field or metric of each column; a message when that of one is unclear, or when two are the same. */
function columnsOf({ headings, line, rows }: Table): { columns: Record<string, Target> } | Omit<NoGuess, 'isResults'> {
  const columns: Record<string, Target> = {}
  const isLong = ['metric', 'value'].every((field) => headings.some((heading) => readFieldHeading(heading) === field))
  for (const [i, heading] of headings.entries()) {
    const cells = rows.map((row) => row.cells[i] ?? '')
    const target = targetOf(heading, cells, isLong)
    if (target === null) {
      const message = `nothing says what the column "${heading}" is: a metric needs its unit, such as "${heading} (ms)"; otherwise map the columns (docs/csv.md)`
      return { message, line }
    }
    const key = JSON.stringify(typeof target === 'object' ? target.metric : target)
    const same = Object.entries(columns).find(
      ([, other]) => other !== 'ignore' && JSON.stringify(typeof other === 'object' ? other.metric : other) === key,
    )
    if (same !== undefined || Object.hasOwn(columns, heading))
      return {
        message: `the columns "${same?.[0] ?? heading}" and "${heading}" seem to be the same; map them (docs/csv.md)`,
        line,
      }
    columns[heading] = target
  }
  const isMeasured = isLong || Object.values(columns).some((target) => typeof target === 'object')
  return isMeasured ? { columns } : { message: 'no heading names a metric; map the columns (docs/csv.md)', line }
}

function targetOf(heading: string, cells: readonly string[], isLong: boolean): Target | null {
  const field = readFieldHeading(heading)
  if (field === 'metric' || field === 'value') return isLong ? field : null
  if (field === 'parameter') return `param:${heading}`
  if (field === 'clients' && cells.some((cell) => !/^\d+$/.test(cell))) return null
  if (field !== null && field !== 'unit') return field as Target // FIELDS lists fields of mappings only, besides those above.
  const isText = cells.some((cell) => !MISSING.test(cell) && !/\d/.test(cell))
  const metric = isLong || isText ? null : readMetricHeading(heading)
  // Words in which rows differ, such as a file system, separate results.
  return metric ?? (isText && cells.every((cell) => !MISSING.test(cell)) ? `param:${heading}` : null)
}

function mappingOf(columns: Record<string, Target>, table: Table, stem: string): CsvMapping {
  const has = (field: string) => Object.values(columns).includes(field as Target)
  const metricAt = table.headings.findIndex((heading) => columns[heading] === 'metric')
  const names = metricAt < 0 ? [] : [...new Set(table.rows.map(({ cells }) => cells[metricAt] ?? ''))]
  const metrics = names.flatMap((name): [string, CsvMetric][] => {
    const metric = readMetricHeading(name)
    return metric === null ? [] : [[name, metric]]
  })
  const benchmark = BENCHMARK.exec([stem, ...table.titles].join(' '))?.[0].toLowerCase() ?? stem
  const name = benchmark.slice(0, 200) || 'table'
  return {
    schemaVersion: 1,
    layout: metricAt < 0 ? 'wide' : 'long',
    separator: ',',
    columns,
    others: 'refuse',
    set: { benchmark: name, ...(has('test') ? {} : { test: name }) },
    values: { product: productNames(table, columns) },
    metrics: Object.fromEntries(metrics),
    missing: [],
    decimal: '.',
  }
}

/** The names of products as all other formats have them: PostgreSQL for `pg`. */
function productNames({ headings, rows }: Table, columns: Record<string, Target>): Record<string, string> {
  const at = headings.findIndex((heading) => columns[heading] === 'product')
  const texts = at < 0 ? [] : [...new Set(rows.map(({ cells }) => cells[at] ?? ''))]
  return Object.fromEntries(
    texts.flatMap((text) => {
      const server = readServer(text)
      return server?.product === undefined || server.version !== undefined ? [] : [[text, server.product]]
    }),
  )
}
