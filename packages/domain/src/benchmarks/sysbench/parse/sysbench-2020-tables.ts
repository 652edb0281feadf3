import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { missing, parseCell, parseNumber, type TableCell } from '../../../parse/table-cell.ts'
import { splitLines } from '../../../parse/text-lines.ts'

export type Sysbench2020Row = {
  line: number
  /** Server as written: `x.my8022.x6d.pk1`; null where the table omits it (o.sum.rx.rel). */
  server: string | null
  /** One cell per client count, in test order. The counts themselves are not in the file. */
  cells: readonly TableCell[]
  /** QPS at the last client count, which o.sum.rx.rel prints after the ratios. */
  lastQps: number | null
  /** The label as in sb.r files: `rocksdb point-query.warm range=100`. */
  label: string | null
}

/** One test: a heading like a file name, then a row per server. */
export type Sysbench2020Block = { line: number; heading: string; rows: readonly Sysbench2020Row[] }

export type Sysbench2020Table = { kind: 'absolute' | 'relative'; blocks: readonly Sysbench2020Block[] }

/**
 * Parses the tables of the Dec 2020 sets (FORMATS.md section 3): o.qps.abs, o.qps.rel, o.sum.rx.abs, o.sum.rx.rel.
 * Relative tables omit the base: its label is the first row of the absolute table in the same folder. The kind of a
 * table follows from its values: ratios have two decimals, QPS none (three for scan).
 *
 * @returns a row whose step failed with every cell missing. A row with fewer values than the others of its test is a
 *   problem and left out, because the missing client count is unknown.
 */
export function parseSysbench2020Table(text: string, file: string): Parsed<Sysbench2020Table> {
  const problems: Problem[] = []
  const complain = (line: number, message: string) => problems.push({ file, line, message })
  const blocks = readBlocks(splitLines(text).lines, complain)
  const rows = blocks.flatMap((block) => block.rows)
  if (rows.length === 0) {
    const message =
      'no table: expected a heading such as `sb.r.qps.point-query.range100.pk1` with rows of numbers below'
    return { value: null, problems: [...problems, { file, message }] }
  }

  const hasServers = rows.some(({ server }) => server !== null)
  if (hasServers && rows.some(({ server }) => server === null)) {
    const message = 'some rows name their server and some do not, so the last number of a row has no sure meaning'
    return { value: null, problems: [...problems, { file, message }] }
  }
  const values = rows.flatMap(({ numbers }) => (hasServers ? numbers : numbers.slice(0, -1)))
  const ratios = values.filter((value) => /^\d+\.\d\d$/.test(value))
  if (ratios.length > 0 && ratios.length < values.length) {
    const message =
      'some values have the two decimals of ratios and some do not, so it is neither relative nor absolute'
    return { value: null, problems: [...problems, { file, message }] }
  }
  const kind = ratios.length > 0 ? 'relative' : 'absolute'
  if (kind === 'absolute' && !hasServers) {
    return { value: null, problems: [...problems, { file, message: 'holds QPS, but its rows name no server' }] }
  }
  return { value: { kind, blocks: blocks.map((block) => finishBlock(block, hasServers, complain)) }, problems }
}

type RawRow = { line: number; server: string | null; label: string | null; numbers: readonly string[] }
type RawBlock = { line: number; heading: string; rows: RawRow[] }
type Complain = (line: number, message: string) => void

const LABEL = /^\w+ \S+ range=\d+$/

function readBlocks(lines: readonly string[], complain: Complain): RawBlock[] {
  const blocks: RawBlock[] = []
  let block: RawBlock | null = null
  for (const [i, text] of lines.entries()) {
    const line = i + 1
    if (text.trim() === '') {
      block = null
    } else if (/^sb\.\S+$/.test(text)) {
      block = { line, heading: text, rows: [] }
      blocks.push(block)
    } else if (block === null) {
      complain(line, `${quote(text)} stands under no heading such as \`sb.r.qps.scan.range100.pk1\``)
    } else {
      const row = readRow(text.split('\t'), line)
      if (row === null) complain(line, `${quote(text)} is not numbers with a server or a label behind them`)
      else block.rows.push(row)
    }
  }
  return blocks
}

/**
 * Reads a row: numbers, then `ENGINE TEST range=N`, then the server; one of the two texts may be absent. A row without
 * numbers is a failed step, and then only the label distinguishes it from other lines.
 */
function readRow(fields: readonly string[], line: number): RawRow | null {
  const count = fields.findIndex((field) => parseNumber(field) === null)
  const [first = '', second, ...rest] = fields.slice(count)
  if (count === -1 || first === '' || second === '' || rest.length > 0) return null
  const numbers = fields.slice(0, count)
  const label = LABEL.test(first) ? first : null
  const server = label === null ? first : (second ?? null)
  if (count === 0 && label === null) return null
  if ((label === null && second !== undefined) || (server !== null && /\s/.test(server))) return null
  return { line, server, label, numbers }
}

function finishBlock(raw: RawBlock, hasServers: boolean, complain: Complain): Sysbench2020Block {
  const width = raw.rows.reduce((longest, { numbers }) => Math.max(longest, numbers.length), 0)
  const rows: Sysbench2020Row[] = []
  for (const { numbers, ...row } of raw.rows) {
    if (numbers.length === width) {
      const cells = numbers.map((number) => readCell(number))
      const last = hasServers ? null : (cells.pop()?.value ?? null)
      rows.push({ ...row, cells, lastQps: last })
    } else if (numbers.length === 0) {
      const cells = Array.from({ length: hasServers ? width : width - 1 }, () => missing('failed'))
      rows.push({ ...row, cells, lastQps: null })
    } else {
      complain(row.line, `${numbers.length} values where other rows of the test have ${width}; the row is left out`)
    }
  }
  return { line: raw.line, heading: raw.heading, rows }
}

function readCell(text: string): TableCell {
  const cell = parseCell(text)
  return cell.value === 0 ? missing('zero') : cell
}
