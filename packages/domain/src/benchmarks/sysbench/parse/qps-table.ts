import { cutLastLine, refusal } from '../../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { missing, parseCell, parseNumber, type TableCell } from '../../../parse/table-cell.ts'
import { splitLines } from '../../../parse/text-lines.ts'
import { mayBeCutLabel } from './qps-labels.ts'
import {
  type Declarations,
  looksLikeCsv,
  type RawRow,
  type RawSection,
  readCsvBody,
  readDeclarations,
  readTabBody,
} from './qps-table-lines.ts'

/** One server of a table. In a relative table col-1 is the SECOND server, because the base is not a column. */
export type QpsColumn = {
  /** The server as written: `x.pg176_o2nofp.x10a_c32r128.pk1`, or in words: `18.0 with the x10b config`. */
  label: string
  /** Line of the declaration; null when the caller supplied the label. */
  line: number | null
}

export type QpsRow = {
  line: number
  /** Test as written: `hot-points_range=100`. Hand-edited tables drop the `_range=N` part, and it is not added here. */
  test: string
  /** One cell per column, in the order of the columns. */
  cells: readonly TableCell[]
  /** A manual note after the test, such as `-> 10.5.29, col7`; empty when there is none. */
  note: string
}

/** Rows under one heading. A table without headings is one section. */
export type QpsSection = {
  line: number
  /** Heading as written, without the leading `- `: `point queries, first run`, `work_mem 1 MB`; null without one. */
  heading: string | null
  /** The group of tests in the heading, such as `point queries`; null when it names none. */
  group: string | null
  /** 1 for `first run`, 2 for `second run`; null when the heading does not state it. */
  repeat: number | null
  /** A setting in the heading, such as `work_mem 1 MB`. */
  param: { name: string; value: string } | null
  rows: readonly QpsRow[]
}

export type QpsTable = {
  /** `absolute`: queries/s. `relative`: ratio to the base. */
  kind: 'absolute' | 'relative'
  /**
   * The server that a relative table divides by, as written; null for absolute tables and when the file does not name
   * it.
   */
  base: QpsColumn | null
  columns: readonly QpsColumn[]
  sections: readonly QpsSection[]
  /** Lines before the table, as written. */
  prose: readonly string[]
}

/** Facts that the file does not state: a .csv and `qps.readonly.all` have no column names. */
export type QpsTableContext = {
  /** Labels of the columns, in order, as the .tsv of the same name declares them. */
  columns?: readonly string[]
  /** Label of the base of a relative table. */
  base?: string
}

/**
 * Parses a table of QPS by test and server (FORMATS.md section 3): qps.abs and qps.rel, as .tsv or .csv, and their
 * hand-edited variants. The layout follows from the content and not from the name.
 *
 * @returns null with a problem when the columns are neither in the file nor in `context`, when no row names its test,
 *   or when `Relative to:` is above absolute values. Rows and cells that are not understood are separate problems and
 *   do not affect the others.
 */
export function parseQpsTable(text: string, file: string, context: QpsTableContext = {}): Parsed<QpsTable> {
  const { lines, endsMidLine } = splitLines(text)
  const declared = readDeclarations(lines)
  const refuse = (message: string, line?: number): Parsed<QpsTable> => ({
    value: null,
    problems: [line === undefined ? { file, message } : { file, line, message }],
  })
  const inFile = (found: readonly { line: number; message: string }[]) => found.map((problem) => ({ file, ...problem }))
  if (declared.problems.length > 0) return { value: null, problems: inFile(declared.problems) }

  const columns = declared.columns ?? context.columns?.map((label) => ({ label, line: null })) ?? null
  const readBody = declared.columns === null && looksLikeCsv(lines) ? readCsvBody : readTabBody
  const body = readBody(lines, declared.bodyStart, columns?.length ?? null)
  if (body.badHeader !== null) return { value: null, problems: inFile(body.problems) }
  if (body.rowCount === 0) return refuse('no table of QPS: no row of numbers with the name of a test')
  if (body.unlabeled === body.rowCount) {
    const first = columns?.[0] === undefined ? '' : `, and its first column is ${quote(columns[0].label)}`
    return refuse(`no row names its test${first}: the table is incomplete; generate it again`)
  }
  if (columns === null) {
    return refuse(
      `the file does not name its ${body.width} columns; the .tsv of the same name does, so read the two together`,
    )
  }

  const decided = decideKind(body.sections, declared)
  if ('refusal' in decided) return refuse(decided.refusal, declared.base?.line)
  const { kind } = decided
  const problems: Problem[] = inFile(body.problems)
  const readRow = ({ fields, ...row }: RawRow): QpsRow => {
    const cells = fields.map((field) => parseQpsCell(field, kind))
    for (const [i, cell] of cells.entries()) {
      if (isOdd(cell, kind)) problems.push(oddCell({ file, line: row.line, i, field: fields[i], kind }))
    }
    return { ...row, cells }
  }
  const sections = body.sections.map((section) => ({ ...section, rows: [...section.rows.values()].map(readRow) }))
  const lastRow = sections.at(-1)?.rows.at(-1)
  if (endsMidLine && lastRow?.line === lines.length && mayBeCut(lastRow, sections, readBody === readCsvBody)) {
    problems.push(cutLastLine(file, lines.length))
  }
  const base = declared.base ?? (context.base === undefined ? null : { label: context.base, line: null })
  return {
    value: { kind, base: kind === 'relative' ? base : null, columns, sections, prose: declared.prose },
    problems,
  }
}

/**
 * Decides between QPS and ratios. QPS are whole numbers, except for slow scans, and ratios have decimals. A file whose
 * declaration contradicts its values is refused.
 */
function decideKind(
  sections: readonly RawSection[],
  { base, columns }: Declarations,
): { kind: QpsTable['kind'] } | { refusal: string } {
  const numbers = sections.flatMap(({ rows }) => [...rows.values()].flatMap(({ fields }) => fields.filter(isNumber)))
  const decimals = numbers.filter((field) => field.includes('.'))
  if (base !== null) {
    const refusal = 'says `Relative to:` but holds whole numbers only, so it may be a table of QPS'
    return decimals.length === 0 && numbers.length > 0 ? { refusal } : { kind: 'relative' }
  }
  if (decimals.length === numbers.length && columns !== null && numbers.length > 0) {
    return { refusal: 'holds decimals only, but no `Relative to:` says what they are' }
  }
  if (columns !== null) return { kind: 'absolute' }
  // Without declarations there is no `Relative to:` line. The scripts print only ratios with two decimals.
  const ratios = decimals.filter((field) => /^\d+\.\d\d$/.test(field))
  if (ratios.length === 0) return { kind: 'absolute' }
  if (ratios.length === numbers.length) return { kind: 'relative' }
  return { refusal: 'some values have the two decimals of ratios and some do not' }
}

const isNumber = (field: string): boolean => parseNumber(field) !== null

/** Names that appear in place of a number when a step failed. */
const ENGINES = new Set(['innodb', 'rocksdb', 'myrocks', 'tokudb', 'myisam', 'mysql', 'pgsql'])

function parseQpsCell(field: string, kind: QpsTable['kind']): TableCell {
  if (ENGINES.has(field)) return missing('engine-name')
  const cell = parseCell(field)
  if (cell.value === null) return cell
  if (cell.value === 0) return missing('zero')
  return kind === 'relative' && !field.includes('.') ? missing('not-understood') : cell
}

/**
 * True when the last line may be truncated. A .csv ends in a number, which cannot show it, and a manual note may follow
 * a label.
 */
function mayBeCut({ test, note, line }: QpsRow, sections: readonly QpsSection[], isCsv: boolean): boolean {
  const above = sections.flatMap(({ rows }) => rows.filter((row) => row.line < line).map((row) => row.test))
  return isCsv || (note === '' && mayBeCutLabel(test, above))
}

/** True for text that is neither a number nor a known mark, and for a negative or infinite rate. */
const isOdd = ({ missing: reason }: TableCell, kind: QpsTable['kind']): boolean =>
  reason === 'not-understood' || reason === 'negative' || (reason === 'infinite' && kind === 'absolute')

type OddCell = { file: string; line: number; i: number; field: string | undefined; kind: QpsTable['kind'] }

function oddCell({ file, line, i, field, kind }: OddCell): Problem {
  const hoped = kind === 'relative' ? 'a ratio with decimals' : 'queries/s'
  const message = `column ${i + 1} holds ${quote(field ?? '')}, expected ${hoped}`
  // A word may be a manual remark; a number that cannot be a rate is damage.
  return /^[+-]?(?:nan|inf|\d)/i.test(field ?? '') ? refusal(file, message, line) : { file, line, message }
}
