import { decimalFigure } from '../../../parse/invariants/figure.ts'
import {
  atMost,
  atMostNumber,
  checkInvariants,
  cutLastLine,
  type Invariant,
  productOf,
  refusal,
} from '../../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { parseCell, type TableCell } from '../../../parse/table-cell.ts'
import { splitLines } from '../../../parse/text-lines.ts'
import { BUCKETS, SUMMARY_COLUMNS } from './columns.ts'

/** A cell as written, and its number; null when it is not a number (NA, inf, `nonzero`, empty). */
export type Cell = { text: string; value: number | null }

export type ServerRow = {
  line: number
  /** Tag of the server in the archive's spelling: `20m.pg131.cx5`, `my5649.cx6d`. */
  tag: string
  cells: ReadonlyMap<string, Cell>
}

/** The rows below one header. */
export type ServerTable = {
  line: number
  /** The line above the header, when the file has several steps. */
  heading: string | null
  kind: 'summary' | 'response-times'
  /** Known columns in the order of the header, without the tag. */
  columns: readonly string[]
  /** Rows between separators. A relative table has one base per group. */
  groups: readonly (readonly ServerRow[])[]
}

const KNOWN: Record<ServerTable['kind'], ReadonlySet<string>> = {
  summary: new Set(SUMMARY_COLUMNS),
  'response-times': new Set([...BUCKETS, 'max']),
}

/**
 * Parses tables with one server per row: o.sum.t.*, mrg.*, rel.*, response times (FORMATS.md section 11). Columns are
 * identified by name, so older headers are accepted too; `-` rows separate groups; a line with one word above a header
 * names the step of the table.
 *
 * @param firstLine line number of `text` in its file, for text that was extracted from one.
 */
export function parseServerTables(text: string, file: string, firstLine = 1): Parsed<readonly ServerTable[]> {
  const problems: Problem[] = []
  const tables: OpenTable[] = []
  let open: OpenTable | null = null
  let heading: string | null = null
  const { lines, endsMidLine } = splitLines(text)
  for (const [i, content] of lines.entries()) {
    const line = firstLine + i
    const complain = (message: string) => problems.push({ file, line, message })
    if (content.trim() === '') {
      open = null
    } else if (content.trim() === '-') {
      if (open !== null && (open.groups.at(-1)?.length ?? 0) > 0) open.groups.push([])
    } else if (!content.includes('\t')) {
      heading = content.trim()
      open = null
      if (!/^[a-z][\w.]*$/.test(heading))
        complain(`${quote(content)} is neither a row, a header nor the name of a step`)
    } else if (isHeader(content)) {
      const header = readHeader(content, complain)
      open = header === null ? null : { ...header, line, heading, groups: [[]] }
      if (open !== null) tables.push(open)
      heading = null
    } else if (i === lines.length - 1 && endsMidLine && content.split('\t').length !== open?.names.length) {
      problems.push(refusal(file, 'the file ends inside this row', line))
    } else {
      const row = readRow(content, line, open, complain)
      if (row !== null) open?.groups.at(-1)?.push(row)
    }
  }
  const last = tables.flatMap(({ groups }) => groups.flat()).at(-1)
  // Text that was extracted from a file need not end in a newline.
  if (endsMidLine && firstLine === 1 && last?.line === lines.length) problems.push(cutLastLine(file, lines.length))
  const filled = tables.flatMap(({ groups, names: _names, ...table }) => {
    const remaining = groups.filter((rows) => rows.length > 0)
    return remaining.length === 0 ? [] : [{ ...table, groups: remaining }]
  })
  problems.push(...filled.filter((table) => !holdsRatios(table)).flatMap((table) => checkTable(table, file)))
  if (filled.length > 0) return { value: filled, problems }
  if (problems.length === 0) problems.push({ file, message: 'holds no row of a server; expected ips, qps, ..., tag' })
  return { value: null, problems }
}

const perOperation = (rate: string): readonly Invariant[] => [
  productOf({ factors: ['rpq', rate], product: 'rps', slack: 0.02 }),
  productOf({ factors: ['rkbpq', rate], product: 'rmbps', unit: 1 / 1024, slack: 0.02 }),
  productOf({ factors: ['cspq', rate], product: 'csps', slack: 0.02 }),
]

/** Invariants of rows with queries, and of load steps, whose operations are inserts. */
const OF_QUERIES = perOperation('qps')
const OF_INSERTS = perOperation('ips')

/**
 * The invariants of a row: each per-second rate equals the per-operation value times operations per second; the
 * database with its logs is no smaller than without; p99 of the rates is exceeded by 99% of them, so it is at most p50.
 */
export const SERVER_ROW_INVARIANTS: readonly Invariant[] = [
  productOf({ factors: ['wpi', 'ips'], product: 'wps', slack: 0.02 }),
  productOf({ factors: ['wkbpi', 'ips'], product: 'wmbps', unit: 1 / 1024, slack: 0.02 }),
  atMost('dbgb1', 'dbgb2'),
  atMost('p99', 'p50'),
  // The values of us and sy are each rounded.
  atMostNumber('cpups', 101),
]

/**
 * True when a program printed the text as a number, even an impossible one. Words such as NA state a reason instead.
 */
const isPrinted = (text: string): boolean => /^[+-]?(?:\d|nan$)/i.test(text)

function checkTable({ kind, groups }: ServerTable, file: string): Problem[] {
  return groups.flat().flatMap(({ tag, line, cells }) => {
    const printed = [...cells].filter(([, { text }]) => isPrinted(text))
    const figures = new Map(printed.map(([name, { text }]) => [name, decimalFigure(text, line)] as const))
    const invariants =
      kind === 'response-times'
        ? []
        : [...SERVER_ROW_INVARIANTS, ...((cells.get('qps')?.value ?? 0) > 0 ? OF_QUERIES : OF_INSERTS)]
    return checkInvariants(figures, invariants, file).map((one) => ({ ...one, message: `${tag}: ${one.message}` }))
  })
}

/** Recognizes a table by its header, or by the name of a step above the header. */
export function holdsServerTable(text: string): boolean {
  const lines = text.slice(0, 4_000).split(/\r?\n/)
  const first = lines.find((line) => line.trim() !== '' && !/^\uFEFF?[a-z][\w.]*$/.test(line.trim()))
  return first !== undefined && isHeader(first)
}

/** True when the numbers of a table are ratios: rates are whole numbers, ratios have two decimals (`1` is 0 / 0). */
export function holdsRatios({ kind, columns, groups }: ServerTable): boolean {
  if (kind !== 'summary') return false
  const rates = groups.flat().flatMap(({ cells }) => {
    return columns.filter((name) => name === 'ips' || name === 'qps').map((name) => cells.get(name)?.text ?? '')
  })
  return rates.every((text) => /^(\d+\.\d\d|1|inf)$/.test(text)) && rates.some((text) => text.includes('.'))
}

type Header = { kind: ServerTable['kind']; columns: string[]; names: readonly string[] }
type OpenTable = Header & { line: number; heading: string | null; groups: ServerRow[][] }

function isHeader(line: string): boolean {
  const [first, second, ...rest] = line.split('\t').map((name) => name.trim())
  return rest.at(-1) === 'tag' && ((first === 'ips' && second === 'qps') || (first === '256us' && second === '1ms'))
}

function readHeader(line: string, complain: (message: string) => void): Header | null {
  const names = line.split('\t').map((name) => name.trim())
  const kind = names[0] === 'ips' ? 'summary' : 'response-times'
  const columns = names.slice(0, -1)
  const twice = columns.find((name, i) => columns.indexOf(name) !== i)
  if (twice !== undefined) {
    complain(`the header names ${quote(twice)} twice, so nothing says which column is which`)
    return null
  }
  const unknown = columns.filter((name) => !KNOWN[kind].has(name))
  if (unknown.length > 0) {
    complain(
      `columns ${unknown.map(quote).join(', ')} are not known and left out; known: ${[...KNOWN[kind]].join(', ')}`,
    )
  }
  return { kind, names, columns: columns.filter((name) => KNOWN[kind].has(name)) }
}

function readRow(
  content: string,
  line: number,
  table: OpenTable | null,
  complain: (message: string) => void,
): ServerRow | null {
  const fields = content.split('\t').map((field) => field.trim())
  if (table === null) {
    complain('a row without a header above it, so nothing says what its numbers are')
    return null
  }
  const tag = fields.at(-1) ?? ''
  if (fields.length !== table.names.length || tag === '') {
    complain(`${fields.length} cells, the last ${quote(tag)}; expected ${table.names.length}, the last a server`)
    return null
  }
  const cells = new Map<string, Cell>()
  for (const [i, name] of table.names.entries()) {
    const text = fields[i] ?? ''
    if (!KNOWN[table.kind].has(name)) continue
    const read = readCell(text)
    if (read.missing === 'not-understood' && !isPrinted(text)) {
      complain(`${quote(text)} stands where ${name} should: not a number`)
    }
    cells.set(name, { text, value: read.value })
  }
  return { line, tag, cells }
}

/** Parses a cell. `nonzero` is a share above 0 that rounds to 0; `-` is a missing value. */
function readCell(text: string): TableCell {
  return text === 'nonzero' || text === '-' ? { value: null, missing: 'not-available' } : parseCell(text)
}
