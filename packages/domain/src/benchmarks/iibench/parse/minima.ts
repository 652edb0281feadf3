import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { parseNumber } from '../../../parse/table-cell.ts'
import { textLines } from '../../../parse/text-lines.ts'

/** The smallest values of four steps of one server. */
export type MinimaRow = { line: number; tag: string; values: Readonly<Record<string, number>> }

/** The order of the columns when there is no header. */
const STEPS = ['l.i0', 'q100', 'q500', 'q1000'] as const

/**
 * Parses o.getmin*: a server and four tab-separated numbers. The form that ends in .r has a header, the server last and
 * `-` lines between groups. Numbers have three decimals; one with fewer was truncated.
 */
export function parseMinima(text: string, file: string): Parsed<readonly MinimaRow[]> {
  const problems: Problem[] = []
  const rows: MinimaRow[] = []
  const lines = textLines(text)
  const isReport = lines.some(isHeader)
  for (const [i, content] of lines.entries()) {
    const complain = (message: string) => problems.push({ file, line: i + 1, message })
    if (content.trim() === '' || content.trim() === '-' || isHeader(content)) continue
    const fields = content.replace(/\t+$/, '').split('\t')
    const tag = (isReport ? fields.at(-1) : fields[0])?.trim() ?? ''
    const numbers = isReport ? fields.slice(0, -1) : fields.slice(1)
    const values = numbers.map((field) => (/^\d+\.\d{3}$/.test(field) ? parseNumber(field) : null))
    if (!/^[A-Za-z0-9][\w.]*[A-Za-z]/.test(tag) || numbers.length !== STEPS.length) {
      complain(`${quote(content)} is not a server with its minima of ${STEPS.join(', ')}`)
    } else if (values.includes(null)) {
      complain(`${quote(numbers[values.indexOf(null)] ?? '')} is not a number with three decimals`)
    } else {
      rows.push({ line: i + 1, tag, values: Object.fromEntries(STEPS.map((step, at) => [step, values[at] ?? 0])) })
    }
  }
  if (rows.length > 0) return { value: rows, problems }
  if (problems.length === 0) problems.push({ file, message: `holds no server with its minima of ${STEPS.join(', ')}` })
  return { value: null, problems }
}

function isHeader(line: string): boolean {
  const names = line.trim().split('\t')
  return names.length === STEPS.length + 1 && STEPS.every((step, i) => names[i] === step) && names.at(-1) === 'dbms'
}

/** Recognizes a list of minima by its header, or by a first row with a server, a configuration and four numbers. */
export function holdsMinima(text: string): boolean {
  const first = text
    .slice(0, 2_000)
    .split(/\r?\n/)
    .find((line) => line.trim() !== '')
  if (first === undefined) return false
  return isHeader(first) || /^\d+m\.[a-z]\w*\.\w+(\t\d+\.\d{3}){4}\t*$/.test(first)
}
