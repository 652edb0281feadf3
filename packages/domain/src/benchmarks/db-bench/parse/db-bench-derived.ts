import type { Parsed, Problem } from '../../../parse/problem.ts'
import { missing, parseCell, parseNumber, type TableCell } from '../../../parse/table-cell.ts'
import { splitLines } from '../../../parse/text-lines.ts'

export type DbBenchDerivedRow = { line: number; test: string; cells: readonly TableCell[] }

export type DbBenchDerived = {
  /** The kind follows from the values and not from the name: ops/s are whole numbers, ratios have two decimals. */
  kind: 'absolute' | 'relative'
  /**
   * Versions as the header names them; null without a header (nov23). Two versions may be equal when compiler or cache
   * differ.
   */
  versions: readonly string[] | null
  /** True when the first column is the base, with only 1.00. Tables without a header leave the base out. */
  baseIncluded: boolean
  rows: readonly DbBenchDerivedRow[]
}

/**
 * Parses tables made from sum.*.txt (FORMATS.md section 10): csum, sum.abs0, sum.abs1, fmt, abs, rel2. File names are
 * unreliable, so the separator, the column of the test and the kind follow from the content.
 *
 * @returns null with a problem when ratios and ops/s are mixed, or when no row has a test and numbers.
 */
export function parseDbBenchDerived(text: string, file: string): Parsed<DbBenchDerived> {
  const lines = splitLines(text).lines.flatMap((content, i) => (content.trim() === '' ? [] : { line: i + 1, content }))
  const separator = lines[0]?.content.includes('\t') ? '\t' : ','
  const table = lines.map(({ line, content }) => ({ line, fields: content.split(separator).map((f) => f.trim()) }))
  const versions = readHeader(table[0]?.fields ?? [])
  const body = versions === null ? table : table.slice(1)
  const width = versions?.length ?? (body[0]?.fields.length ?? 1) - 1

  const problems: Problem[] = []
  const raw: RawRow[] = []
  for (const { line, fields } of body) {
    const row = readRow(fields, line)
    if (row === null) problems.push({ file, line, message: 'not a test and its numbers' })
    else if (row.numbers.length === width) raw.push(row)
    else problems.push({ file, line, message: `${row.numbers.length} values for ${width} columns` })
  }
  const refuse = (message: string) => ({ value: null, problems: [...problems, { file, message }] })
  if (raw.length === 0) return refuse('no row of a test and its numbers')
  const kind = decideKind(raw.flatMap(({ numbers }) => numbers.filter((number) => parseNumber(number) !== null)))
  if (kind === null) return refuse('neither whole numbers of ops/s nor ratios with two decimals throughout')

  const rows = raw.map(({ line, test, numbers }) => ({ line, test, cells: numbers.map(readCell) }))
  const startsWithBase =
    versions !== null && rows.every(({ cells }) => cells[0]?.value === 1 || cells[0]?.value === null)
  return { value: { kind, versions, baseIncluded: kind === 'relative' && startsWithBase, rows }, problems }
}

type RawRow = { line: number; test: string; numbers: readonly string[] }

/** Reads a header: `test,6.29.5,7.0.4,` with a trailing comma, or `6.29.5 TAB 7.0.4 TAB test`. */
function readHeader(fields: readonly string[]): readonly string[] | null {
  const names = fields.at(-1) === '' ? fields.slice(0, -1) : fields
  const versions = names[0] === 'test' ? names.slice(1) : names.at(-1) === 'test' ? names.slice(0, -1) : []
  return versions.length > 0 && versions.every((name) => /^\d+\.\d+\.\d+$/.test(name)) ? versions : null
}

function readRow(fields: readonly string[], line: number): RawRow | null {
  const [first = '', ...behind] = fields
  if (TEST.test(first)) return { line, test: first, numbers: behind }
  const last = fields.at(-1) ?? ''
  return TEST.test(last) ? { line, test: last, numbers: fields.slice(0, -1) } : null
}

const TEST = /^[a-z]\w*(?:\.\w+)*$/

function decideKind(numbers: readonly string[]): DbBenchDerived['kind'] | null {
  if (numbers.length === 0) return null
  if (numbers.every((number) => /^\d+$/.test(number))) return 'absolute'
  return numbers.every((number) => /^\d+\.\d\d$/.test(number)) ? 'relative' : null
}

function readCell(text: string): TableCell {
  const cell = parseCell(text)
  return cell.value === 0 ? missing('zero') : cell
}
