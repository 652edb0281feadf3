import { CsvError, parse } from 'csv-parse/sync'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { parseNumber } from '../../parse/table-cell.ts'
import { findKnownMetric, type Metric } from '../../run/metric.ts'
import type { CsvMapping, CsvMetric } from './csv-mapping.ts'
import { MISSING } from './guess/decimal-marks.ts'

/** The values of one line of a CSV, by the fields of its mapping. */
export type MappedRow = {
  line: number
  fields: Readonly<Record<string, string>>
  params: Readonly<Record<string, string | number>>
  test: string
  group: string | null
  clients: number
  /** Values by metric name. Missing values have no key. */
  values: Readonly<Record<string, number>>
}

export type MappedCsv = {
  rows: readonly MappedRow[]
  /** Metrics that the mapping declares because they are not in Assay's list. */
  declared: readonly Metric[]
  primaryMetric: string
}

export const MAX_ROWS = 200_000

type Cell = { column: string; number: number; text: string }

/**
 * Parses a CSV file by its mapping. Invalid cells are problems with line and column, and the other values of their row
 * are used. A row with another number of cells than the header, and a negative value of a metric that cannot be
 * negative, refuse the run. A missing newline at the end is accepted, because spreadsheets leave it out.
 */
export function parseMappedCsv(text: string, file: string, mapping: CsvMapping): Parsed<MappedCsv> {
  const records = splitRecords(text, mapping)
  if ('message' in records) return { value: null, problems: [{ file, ...records }] }
  const [header, ...lines] = records
  if (header === undefined) return { value: null, problems: [{ file, message: 'the file is empty' }] }
  const headings = header.cells.map((heading) => heading.trim())
  return readMappedTable({ headings, line: header.line, rows: lines }, file, mapping)
}

/** A header with its line, and the rows below it. */
export type MappedTable = {
  headings: readonly string[]
  line: number
  rows: readonly { line: number; cells: readonly string[] }[]
}

/** The same for a table that is divided into cells. */
export function readMappedTable(
  { headings, line: headerLine, rows: lines }: MappedTable,
  file: string,
  mapping: CsvMapping,
): Parsed<MappedCsv> {
  const problems: Problem[] = []
  const wrong = checkHeader(headings, mapping)
  if (wrong !== null) return { value: null, problems: [{ file, line: headerLine, message: wrong }] }
  if (lines.length > MAX_ROWS) {
    return { value: null, problems: [{ file, message: `has ${lines.length} rows; at most ${MAX_ROWS} are read` }] }
  }
  const rows: MappedRow[] = []
  for (const { line, cells } of lines) {
    if (cells.length !== headings.length) {
      const message = `${cells.length} cells for ${headings.length} columns: the row is cut or joined`
      problems.push(refusal(file, message, line))
      continue
    }
    const named = headings.map((column, i): Cell => ({ column, number: i + 1, text: (cells[i] ?? '').trim() }))
    const complain = (cell: Cell | null, message: string) => {
      const where = cell === null ? '' : `column ${cell.number} (${quote(cell.column)}): `
      problems.push({ file, line, message: `${where}${message}` })
    }
    const row = readRow(named, mapping, complain)
    if (row !== null) rows.push({ line, ...row })
    const negative = Object.entries(row?.values ?? {}).find(([metric, value]) => value < 0 && !mayBeNegative(metric))
    if (negative !== undefined)
      problems.push(refusal(file, `${negative[0]} is ${negative[1]}, and cannot be negative`, line))
  }
  const metrics = metricsOf(mapping)
  const used = new Set(rows.flatMap(({ values }) => Object.keys(values)))
  const [primary] = [
    mapping.primaryMetric,
    ...metrics.filter(hasDirection).map(({ metric }) => metric),
    metrics[0]?.metric,
  ].filter((name): name is string => name !== undefined && used.has(name))
  if (rows.length === 0 || primary === undefined) {
    return {
      value: null,
      problems: problems.length > 0 ? problems : [{ file, message: 'holds no value of a mapped metric' }],
    }
  }
  return { value: { rows, declared: declaredOf(metrics), primaryMetric: primary }, problems }
}

/** Assay's own metrics are counts, rates, times and shares, which cannot be negative. Declared metrics may be. */
const mayBeNegative = (metric: string): boolean => findKnownMetric(metric) === undefined

function splitRecords(
  text: string,
  { separator }: CsvMapping,
): { line: number; cells: string[] }[] | { message: string; line?: number } {
  try {
    const delimiter = separator === 'tab' ? '\t' : separator
    const found: unknown = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    })
    return (Array.isArray(found) ? found : []).map(toRecord)
  } catch (error) {
    // CsvError means that quotes do not close or are inside a cell.
    if (!(error instanceof CsvError)) throw error
    const line: unknown = error.lines
    return { message: error.message, ...(typeof line === 'number' ? { line } : {}) }
  }
}

/** With the option `info` csv-parse returns each record with the line that it ends on. */
function toRecord(found: unknown): { line: number; cells: string[] } {
  // The shape that csv-parse documents for these options.
  const { record, info } = found as { record: string[]; info: { lines: number } }
  const breaks = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
  return { line: Math.max(1, info.lines - breaks), cells: record }
}

function checkHeader(headings: readonly string[], { columns, others }: CsvMapping): string | null {
  const absent = Object.keys(columns).filter((column) => !headings.includes(column))
  if (absent.length > 0)
    return `the header lacks ${absent.map(quote).join(', ')}; it has ${headings.map(quote).join(', ')}`
  const twice = headings.find((heading, i) => columns[heading] !== undefined && headings.indexOf(heading) !== i)
  if (twice !== undefined) return `the header names ${quote(twice)} twice`
  const unmapped = headings.filter((heading) => heading !== '' && !Object.hasOwn(columns, heading))
  if (others === 'ignore' || unmapped.length === 0) return null
  return `the mapping does not say what ${unmapped.map(quote).join(', ')} is: name it, or say \`others: ignore\``
}

type Complain = (cell: Cell | null, message: string) => void

function readRow(cells: readonly Cell[], mapping: CsvMapping, complain: Complain): Omit<MappedRow, 'line'> | null {
  const stated: Record<string, string> = { ...mapping.set }
  const values: Record<string, number> = {}
  let [metricCell, valueCell]: (Cell | null)[] = [null, null]
  for (const cell of cells) {
    const target = Object.hasOwn(mapping.columns, cell.column) ? mapping.columns[cell.column] : undefined
    if (target === undefined || target === 'ignore') continue
    if (target === 'metric') metricCell = cell
    else if (target === 'value') valueCell = cell
    else if (typeof target === 'object') addValue(values, target, cell, mapping, complain)
    else if (!isMissing(cell.text, mapping)) stated[target] = mapping.values[target]?.[cell.text] ?? cell.text
  }
  if (metricCell != null && valueCell != null) {
    const metric = longMetric(metricCell.text, mapping)
    if (metric === null) {
      complain(
        metricCell,
        `metric ${quote(metricCell.text)} is not known: declare it under \`metrics\` with unit and better`,
      )
      return null
    }
    addValue(values, metric, valueCell, mapping, complain)
  }
  const { test, group, clients = '1', ...rest } = stated
  if (test === undefined) {
    complain(null, 'no column and no constant says which test it is')
    return null
  }
  if (!/^[1-9]\d{0,5}$/.test(clients)) {
    complain(null, `clients are ${quote(clients)}, not a whole number from 1`)
    return null
  }
  const entries = Object.entries(rest)
  return {
    test,
    group: group ?? null,
    clients: Number(clients),
    fields: Object.fromEntries(entries.filter(([field]) => !field.startsWith('param:'))),
    params: Object.fromEntries(
      entries.flatMap(([field, text]) =>
        field.startsWith('param:') ? [[field.slice('param:'.length), paramValue(text)]] : [],
      ),
    ),
    values,
  }
}

const paramValue = (text: string): string | number =>
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text) ? Number(text) : text

function addValue(
  values: Record<string, number>,
  { metric, times = 1 }: CsvMetric,
  cell: Cell,
  mapping: CsvMapping,
  complain: Complain,
): void {
  if (isMissing(cell.text, mapping)) return
  const value = readNumber(cell.text, mapping)
  if (value === null) complain(cell, `${quote(cell.text)} is not a number`)
  else if (Number.isFinite(value * times))
    values[metric] = times === 1 ? value : Number((value * times).toPrecision(15))
}

function readNumber(text: string, { thousands, decimal }: CsvMapping): number | null {
  // Thousands are groups of three digits; 1,23 with a comma as separator is a number in another locale.
  const grouped = thousands === undefined ? [text] : text.split(thousands)
  const [first = '', ...rest] = grouped
  const [whole = ''] = rest.at(-1)?.split(decimal) ?? []
  const isGrouped =
    rest.length === 0 ||
    (/^[+-]?\d{1,3}$/.test(first) && rest.slice(0, -1).every((part) => /^\d{3}$/.test(part)) && /^\d{3}$/.test(whole))
  if (!isGrouped) return null
  const joined = grouped.join('')
  return parseNumber(decimal === '.' ? joined : joined.includes('.') ? '' : joined.replace(decimal, '.'))
}

const isMissing = (text: string, { missing }: CsvMapping): boolean => MISSING.test(text) || missing.includes(text)

function longMetric(name: string, { metrics }: CsvMapping): CsvMetric | null {
  if (Object.hasOwn(metrics, name)) return metrics[name] ?? null
  return findKnownMetric(name) === undefined ? null : { metric: name }
}

const metricsOf = ({ columns, metrics }: CsvMapping): CsvMetric[] => [
  ...Object.values(columns).filter((target): target is CsvMetric => typeof target === 'object'),
  ...Object.values(metrics),
]

const hasDirection = ({ metric, better }: CsvMetric): boolean =>
  (findKnownMetric(metric)?.better ?? better) !== 'neither'

function declaredOf(metrics: readonly CsvMetric[]): Metric[] {
  return metrics.flatMap(({ metric, unit, better, about }) =>
    findKnownMetric(metric) !== undefined || unit === undefined || better === undefined
      ? []
      : [{ name: metric, unit, better, about: about ?? '' }],
  )
}
