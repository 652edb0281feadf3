import { cutLastLine } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { missing, parseCell, type TableCell } from '../../parse/table-cell.ts'
import { splitLines } from '../../parse/text-lines.ts'

/** Facts in the file name of a table: virtual users, warehouses, minutes of ramp-up and of the test. */
export type HammerdbTableName = {
  users: number
  warehouses: number
  rampupMinutes: number
  durationMinutes: number
  /** True for a table of ratios to its first server. */
  isRelative: boolean
}

const NAME = /^sum\.res\.\w+\.load\d{1,6}\.vu(\d{1,6})\.w(\d{1,9})\.(\d{1,6})\.(\d{1,6})(\.rel)?\.csv$/

/** Reads a name such as `sum.res.pg.load8.vu6.w4000.5.120.csv`; null for any other name. */
export function readHammerdbTableName(name: string): HammerdbTableName | null {
  const [whole, users, warehouses, rampup, duration, relative] = NAME.exec(name) ?? []
  if (whole === undefined || Number(users) === 0 || Number(warehouses) === 0) return null
  return {
    users: Number(users),
    warehouses: Number(warehouses),
    rampupMinutes: Number(rampup),
    durationMinutes: Number(duration),
    isRelative: relative !== undefined,
  }
}

export type HammerdbTableRow = { line: number; server: string; cell: TableCell }

/**
 * Parses a table of TPROC-C results without a header: each line is a server with its NOPM or, in a relative table, its
 * ratio.
 */
export function parseHammerdbTable(text: string, file: string): Parsed<readonly HammerdbTableRow[]> {
  const problems: Problem[] = []
  const rows: HammerdbTableRow[] = []
  const { lines, endsMidLine } = splitLines(text)
  for (const [i, content] of lines.entries()) {
    const line = i + 1
    if (content.trim() === '') continue
    const [server = '', value, ...rest] = content.split(',').map((field) => field.trim())
    const cell = value === undefined || rest.length > 0 ? null : cellOf(value)
    if (!/^[A-Za-z][\w.-]*$/.test(server) || cell === null || cell.missing === 'not-understood') {
      problems.push({ file, line, message: `${quote(content)} is not a server and a number, such as \`pg181,33705\`` })
    } else if (endsMidLine && line === lines.length) {
      problems.push(cutLastLine(file, line))
    } else rows.push({ line, server, cell })
  }
  if (rows.length > 0) return { value: rows, problems }
  return { value: null, problems: problems.length > 0 ? problems : [{ file, message: 'the file is empty' }] }
}

function cellOf(text: string): TableCell {
  const cell = text === '-' ? missing('empty') : parseCell(text)
  return cell.value === 0 ? missing('zero') : cell
}
