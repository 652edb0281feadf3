import { z } from 'zod'
import { parseStrictJson } from '../../json/strict-json.ts'
import { countFigure, decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import {
  checkInvariants,
  cutLastLine,
  type Invariant,
  ordered,
  rateIsCountByTime,
  refusal,
} from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'

/** One operation of a test. Response times are milliseconds by statistic. */
export type GoYcsbOperation = {
  /** READ, UPDATE, READ_ERROR, and TOTAL for all that succeeded. */
  name: string
  seconds: number
  count: number
  perSecond: number
  latencies: Readonly<Record<string, number>>
  line: number
}

export type GoYcsbOutput = {
  phase: 'load' | 'run' | null
  /** Null where the output lacks the properties of the test. */
  threads: number | null
  operations: readonly GoYcsbOperation[]
}

const PROPERTY = /^"([\w.]{1,100})"="(.*)"$/
const FINISHED = /^Run finished, takes \S+$/
const OPERATION = /^([A-Z][A-Z_]{1,60})\s*- (Takes\(s\): .+)$/
const STATISTICS: Readonly<Record<string, string>> = { 'Avg(us)': 'avg', 'Min(us)': 'min', 'Max(us)': 'max' }

const INVARIANTS: readonly Invariant[] = [
  rateIsCountByTime({ rate: 'OPS', count: 'Count', seconds: 'Takes(s)', slack: 0.02 }),
  ordered('min', 'avg', 'max'),
  ordered('p50', 'p90', 'p95', 'p99', 'p99.9', 'p99.99'),
]

export const isGoYcsbOutput = (text: string): boolean =>
  /^Run finished, takes \S+$/m.test(text) &&
  /^[A-Z_]+\s*- Takes\(s\): |^\| +OPERATION +\| +TAKES\(S\)|^\[\{.*"Operation":"/m.test(text)

/** Parses what `go-ycsb load` and `go-ycsb run` print. Only the lines after `Run finished` are the result. */
export function parseGoYcsb(text: string, file: string): Parsed<GoYcsbOutput> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = []
  const properties = new Map<string, string>()
  const operations: GoYcsbOperation[] = []
  const end = lines.findIndex((line) => FINISHED.test(line))
  const rows = lines.flatMap((line, index) => asPlainLines(line).map((content) => ({ content, index })))
  for (const { content, index } of rows) {
    const [, name, value] = PROPERTY.exec(content) ?? []
    if (name !== undefined && index < end) properties.set(name, value ?? '')
    if (index <= end) continue
    const operation = readOperation(content, index + 1)
    if (operation === null) {
      if (FINISHED.test(content))
        problems.push(refusal(file, 'a second report; expected a file for each run', index + 1))
      else if (/^[A-Z_]+\s*- /.test(content))
        problems.push(refusal(file, `${quote(content)} is cut or has another form`, index + 1))
      continue
    }
    problems.push(...checkInvariants(operation.figures, INVARIANTS, file))
    operations.push(operation.found)
  }
  if (endsMidLine) problems.push(cutLastLine(file, lines.length))
  problems.push(...checkTotal(operations, file))
  if (operations.length === 0 && problems.length === 0)
    problems.push(refusal(file, 'has no operation after `Run finished`', lines.length))
  if (problems.length > 0) return { value: null, problems }
  const isLoad = properties.get('dotransactions') === 'false' || properties.get('command') === 'load'
  const threads = properties.size === 0 ? null : Number(properties.get('threadcount') ?? 1)
  return {
    value: {
      phase: properties.size === 0 ? null : isLoad ? 'load' : 'run',
      threads: threads !== null && Number.isInteger(threads) && threads > 0 ? threads : null,
      operations,
    },
    problems,
  }
}

/** Columns of `outputstyle=table`, and the fields of `outputstyle=json`, in the spelling of the plain style. */
const COLUMNS = [
  ...['Takes(s)', 'Count', 'OPS', 'Avg(us)', 'Min(us)', 'Max(us)'],
  ...['50th(us)', '90th(us)', '95th(us)', '99th(us)', '99.9th(us)', '99.99th(us)'],
] as const

const JsonRows = z.array(z.looseObject({ Operation: z.string() }))

/** A line as the plain style prints it: a row of the table is one operation, and a JSON line has all of them. */
function asPlainLines(line: string): string[] {
  const cells = /^\| *[A-Z_]+ *\|(?: *[\d.]+ *\|)+$/.test(line) ? line.split('|').map((cell) => cell.trim()) : []
  const [, operation = '', ...values] = cells
  if (cells.length === COLUMNS.length + 3)
    return [`${operation} - ${COLUMNS.map((name, i) => `${name}: ${values[i]}`).join(', ')}`]
  if (!line.startsWith('[{')) return [line]
  const json = parseStrictJson(line)
  const parsed = JsonRows.safeParse(json.ok ? json.value : null)
  if (!parsed.success) return [line]
  return parsed.data.map((row) => `${row.Operation} - ${COLUMNS.map((name) => `${name}: ${row[name]}`).join(', ')}`)
}

function readOperation(content: string, line: number): { found: GoYcsbOperation; figures: Map<string, Figure> } | null {
  const [, name, rest = ''] = OPERATION.exec(content) ?? []
  const cells = new Map(
    rest.split(', ').flatMap((cell) => {
      const [, label, value] = /^(\S+): (\S+)$/.exec(cell) ?? []
      return label === undefined ? [] : [[label, value ?? ''] as const]
    }),
  )
  const [seconds, count, rate] = ['Takes(s)', 'Count', 'OPS'].map((label) => cells.get(label))
  if (name === undefined || seconds === undefined || count === undefined || rate === undefined) return null
  if (cells.get('99.99th(us)') === undefined && cells.get('99th(us)') === undefined) return null
  const times = [...cells].flatMap(([label, text]): [string, Figure][] => {
    const [, rank] = /^([\d.]+)th\(us\)$/.exec(label) ?? []
    const statistic = rank === undefined ? STATISTICS[label] : `p${rank}`
    return statistic === undefined ? [] : [[statistic, decimalFigure(text, line, 1e-3)]]
  })
  const figures = new Map<string, Figure>([
    ['Takes(s)', decimalFigure(seconds, line)],
    ['Count', countFigure(count, line)],
    ['OPS', decimalFigure(rate, line)],
    ...times,
  ])
  const latencies = times.map(([statistic, { text }]) => [statistic, Number(text) / 1_000] as const)
  const found = { name, seconds: Number(seconds), count: Number(count), perSecond: Number(rate), line }
  return { found: { ...found, latencies: Object.fromEntries(latencies) }, figures }
}

/** TOTAL counts the operations that succeeded. It was added in version 1.0. */
function checkTotal(operations: readonly GoYcsbOperation[], file: string): Problem[] {
  const total = operations.find(({ name }) => name === 'TOTAL')
  const parts = operations.filter(({ name }) => name !== 'TOTAL' && !name.endsWith('_ERROR'))
  const sum = parts.reduce((all, { count }) => all + count, 0)
  if (total === undefined || parts.length === 0 || sum === total.count) return []
  return [refusal(file, `TOTAL counts ${total.count} operations, but the others are ${sum}`, total.line)]
}
