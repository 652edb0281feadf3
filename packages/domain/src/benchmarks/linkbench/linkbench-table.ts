import { cutLastLine } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { missing, parseCell, type TableCell } from '../../parse/table-cell.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { type LinkbenchColumn, readColumns } from './table-columns.ts'

/** One server of a table. A cell without a measurement has a reason. */
export type LinkbenchRow = { line: number; server: string; cells: Readonly<Record<string, TableCell>> }

export type LinkbenchTable = { columns: readonly LinkbenchColumn[]; rows: readonly LinkbenchRow[] }

/** The step and clients of a file name: `L1.P8.eff.op` is L1.P8 with 8 clients; the name of a load has no clients. */
export function readLinkbenchName(name: string): { step: string; clients: number | null } | null {
  const [, step, clients] =
    /^(l\.[a-z]\w{0,20}|L\d{1,4}\.P(\d{1,6}))\.(?:eff\.(?:op|sec)|rt\.(?:link|node))$/.exec(name) ?? []
  if (step === undefined) return null
  return { step, clients: clients === undefined ? null : Number(clients) }
}

/**
 * Parses the tables of a Linkbench report: `*.eff.op`, `*.eff.sec`, `*.rt.link`, `*.rt.node` (FORMATS.md section 12).
 * Columns are separated by tabs, the server is last, and the file name states the step.
 */
export function parseLinkbenchTable(text: string, file: string): Parsed<LinkbenchTable> {
  const problems: Problem[] = []
  const { lines, endsMidLine } = splitLines(text)
  const [header] = lines
  if (header === undefined) return { value: null, problems: [{ file, message: 'the file is empty' }] }
  const columns = readColumns(header)
  if (columns === null) {
    const message = `${quote(header)} is not the header of a Linkbench table; expected one such as \`qps secs rpq ... cnf\``
    return { value: null, problems: [{ file, line: 1, message }] }
  }
  const rows: LinkbenchRow[] = []
  for (const [i, content] of lines.entries()) {
    const line = i + 1
    if (i === 0 || content.trim() === '') continue
    const row = readRow(content, columns)
    if (typeof row === 'string') problems.push({ file, line, message: row })
    else if (endsMidLine && line === lines.length) problems.push(cutLastLine(file, line))
    else rows.push({ line, ...row })
  }
  if (rows.length > 0) return { value: { columns, rows }, problems }
  return { value: null, problems: problems.length > 0 ? problems : [{ file, message: 'a header and no rows' }] }
}

function readRow(content: string, columns: readonly LinkbenchColumn[]): Omit<LinkbenchRow, 'line'> | string {
  const fields = content.split('\t').map((field) => field.trim())
  const server = fields.pop() ?? ''
  if (fields.length !== columns.length)
    return `${fields.length + 1} columns; expected ${columns.length + 1}, the server last`
  if (!/^[A-Za-z][\w.-]*$/.test(server)) return `${quote(server)} is not the name of a server`
  const cells: Record<string, TableCell> = {}
  for (const [i, { name }] of columns.entries()) {
    const text = fields[i] ?? ''
    const cell = text === '-' ? missing('empty') : parseCell(text)
    if (cell.missing === 'not-understood') return `${quote(text)} in column ${name} is not a number`
    cells[name] = cell
  }
  return { server, cells: withoutOtherProcesses(cells) }
}

/**
 * Drops CPU and memory values of 0 or less. They are measured for one process, which then was not the one that did the
 * work: Postgres has many processes, and a restarted server has a new one.
 */
function withoutOtherProcesses(cells: Readonly<Record<string, TableCell>>): Record<string, TableCell> {
  const remaining: Record<string, TableCell> = { ...cells }
  const drop = (names: readonly string[]) => {
    for (const name of names) if (remaining[name]?.value != null) remaining[name] = missing('zero')
  }
  if (isNothing(cells.dsec) || isNothing(cells.dsecpq)) drop(['dsec', 'dsecpq'])
  if (isNothing(cells.dutil)) drop(['dutil'])
  if (isNothing(cells.rss)) drop(['vsz', 'rss'])
  for (const rate of ['qps', 'ips', 'secs']) if (isNothing(cells[rate])) drop([rate])
  return remaining
}

const isNothing = (cell: TableCell | undefined): boolean =>
  cell !== undefined && (cell.value === 0 || cell.missing === 'negative')
