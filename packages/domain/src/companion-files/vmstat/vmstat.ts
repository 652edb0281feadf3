import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { isCutLine } from '../../parse/truncated-line.ts'

/** Output of `vmstat N`, by column name: 17 or 18 columns, narrow, wide or with timestamps. */
export type Vmstat = {
  /** Column names in order, without the timestamp. */
  columns: string[]
  /** One array per column, all of equal length, without the first line (the mean since boot). */
  samples: Record<string, number[]>
  /** The first line of values, a mean since the machine booted. */
  sinceBoot: Record<string, number>
  /** Times of the samples as printed by -t; null without. */
  timestamps: string[] | null
  /** Number of header pairs; the archive counts all but the first as a sample of zeros. */
  headerPairs: number
  /** Positions of unreadable lines among all samples of the file. Each is a gap in the series. */
  gaps: readonly number[]
  /** True when the last line was truncated and left out. */
  lastLineCut: boolean
}

/** Percentages of all CPUs. */
const SHARES: ReadonlySet<string> = new Set(['us', 'sy', 'id', 'wa', 'st', 'gu'])

const COLUMNS = new Set('r b swpd free buff cache inact active si so bi bo in cs us sy id wa st gu'.split(' '))

/**
 * Reads vmstat output (FORMATS 5). A last line that was cut off when vmstat was stopped is left out and is not a
 * problem.
 *
 * @returns `value` null without a header that names the columns, or without a line of values below it.
 */
export function parseVmstat(text: string, file: string): Parsed<Vmstat> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = []
  const rows: number[][] = []
  const gaps: number[] = []
  const timestamps: string[] = []
  let header: Header | null = null
  let headerPairs = 0
  let lastLineCut = false
  for (const [i, content] of lines.entries()) {
    const complain = (message: string) => problems.push({ file, line: i + 1, message })
    if (content.trim() === '') continue
    if (/^(?:procs|--procs)/.test(content)) headerPairs++
    else if (/^\s*r\s+b\s/.test(content)) {
      const read = readHeader(content)
      if (typeof read === 'string') complain(read)
      else if (header === null) header = read
      else if (read.columns.join() !== header.columns.join())
        complain('other columns than above; one file holds one vmstat')
    } else if (header === null) {
      complain(`${quote(content)} stands before the header that names the columns`)
    } else if (endsMidLine && i === lines.length - 1 && isCutLine(content, header.line)) {
      lastLineCut = true
    } else {
      const row = readRow(content, header)
      // The first line is the mean since boot and not a sample.
      if (row === null) gaps.push(rows.length + gaps.length - 1)
      else {
        rows.push(row.numbers)
        timestamps.push(row.timestamp)
      }
    }
  }
  const [sinceBoot, ...samples] = rows
  if (header === null || sinceBoot === undefined) {
    if (problems.length === 0)
      problems.push({ file, message: text.trim() === '' ? 'the file is empty' : 'no vmstat values' })
    return { value: null, problems }
  }
  const { columns, hasTimestamp } = header
  const at = (row: number[] | undefined, c: number) => row?.[c] ?? 0 // readRow has checked the number of fields.
  return {
    value: {
      columns,
      samples: Object.fromEntries(columns.map((name, c) => [name, samples.map((row) => at(row, c))])),
      sinceBoot: Object.fromEntries(columns.map((name, c) => [name, at(sinceBoot, c)])),
      timestamps: hasTimestamp ? timestamps.slice(1) : null,
      headerPairs,
      gaps: gaps.filter((position) => position >= 0),
      lastLineCut,
    },
    problems,
  }
}

type Header = { columns: string[]; hasTimestamp: boolean; line: string }

/** The columns of a header line, or a message about it. */
function readHeader(line: string): Header | string {
  const names = line.trim().split(/\s+/)
  // -t puts the name of the time zone last.
  const hasTimestamp = !COLUMNS.has(names.at(-1) ?? '')
  const columns = hasTimestamp ? names.slice(0, -1) : names
  const unknown = columns.find((name, i) => !COLUMNS.has(name) || columns.indexOf(name) !== i)
  if (unknown !== undefined) return `${quote(unknown)} is not a column of vmstat, or occurs twice`
  const lacking = ['cs', 'us', 'sy', 'id'].find((name) => !columns.includes(name))
  return lacking === undefined ? { columns, hasTimestamp, line } : `no column \`${lacking}\` in the header`
}

function readRow(content: string, { columns, hasTimestamp }: Header): { numbers: number[]; timestamp: string } | null {
  const fields = content.trim().split(/\s+/)
  const values = fields.slice(0, columns.length)
  const time = fields.slice(columns.length)
  if (values.length < columns.length || !values.every((field) => /^\d{1,15}$/.test(field))) return null
  if (hasTimestamp ? time.length !== 2 : time.length !== 0) return null
  const isPossible = columns.every((name, c) => !SHARES.has(name) || Number(values[c]) <= 100)
  return isPossible ? { numbers: values.map(Number), timestamp: time.join(' ') } : null
}
