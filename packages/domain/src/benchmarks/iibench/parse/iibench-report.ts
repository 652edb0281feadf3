import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { parseCell, parseNumber } from '../../../parse/table-cell.ts'
import { BUCKETS, OPERATIONS, type Operation } from './columns.ts'
import { type HtmlBlock, type HtmlRow, htmlBlocks } from './html-blocks.ts'
import { parseServerTables, type ServerRow, type ServerTable } from './server-table.ts'
import { parseStep, type Step } from './step.ts'

/** A cell of a table of steps; `mark` is the id that sets its color (`cmin`, `cmax`, `clo`, `chi`, `cgray`). */
export type StepCell = { text: string; value: number | null; mark: string | null }
export type StepRow = { line: number; tag: string; cells: readonly StepCell[] }

/**
 * One of the tables at the top of a report: `throughput` in operations of each step, `relative` to its first row, or
 * `background`, the inserts per second during queries, with the target rates.
 */
export type StepTable = {
  kind: 'throughput' | 'relative' | 'background'
  line: number
  steps: readonly Step[]
  rows: readonly StepRow[]
  /** Target rates summed over all clients, by index of the step; null in other tables. */
  targets: readonly (number | null)[] | null
}

/**
 * Percentage of responses in each bucket, and the longest in seconds. Step and operation are null when the page does
 * not state them.
 */
export type ResponseTimes = { line: number; step: Step | null; operation: Operation | null; rows: readonly ServerRow[] }

export type IibenchReport = {
  /** Number of documents and clients in the title. */
  rows: number | null
  clients: number | null
  tables: readonly StepTable[]
  metrics: readonly { step: Step; table: ServerTable }[]
  responseTimes: readonly ResponseTimes[]
}

/**
 * Parses the published page, or one of the files that it is made of (tput.tab, tputr.tab, iput.tab, *.ht). See
 * FORMATS.md section 11.
 */
export function parseIibenchReport(html: string, file: string): Parsed<IibenchReport> {
  const problems: Problem[] = []
  const report = { rows: null as number | null, clients: null as number | null }
  const tables: StepTable[] = []
  const metrics: { step: Step; table: ServerTable }[] = []
  const responseTimes: ResponseTimes[] = []
  let step: Step | null = null
  let operation: Operation | null = null
  for (const block of htmlBlocks(html)) {
    const complain = (message: string, line = block.line) => problems.push({ file, line, message })
    switch (block.kind) {
      case 'title':
        Object.assign(report, readTitle(block.text))
        break
      case 'heading':
        step = parseStep(/^(.*)\.(?:graph|metrics|rt)$/.exec(block.id ?? '')?.[1] ?? block.text)
        operation = null
        break
      case 'paragraph':
        operation = OPERATIONS.find((name) => new RegExp(`^${name} response time`, 'i').test(block.text)) ?? operation
        break
      case 'table': {
        if (isHistogram(block.rows)) responseTimes.push(readHistogram(block, { step, operation }, complain))
        else {
          const table = readStepTable(block, complain)
          if (table !== null) tables.push(table)
        }
        break
      }
      case 'preformatted': {
        const parsed = parseServerTables(block.text, file, block.line)
        problems.push(...parsed.problems)
        for (const table of parsed.value ?? []) {
          if (table.kind === 'response-times') {
            responseTimes.push({ line: table.line, step, operation, rows: table.groups.flat() })
          } else if (step === null) complain('the table stands below no heading that names its step', table.line)
          else metrics.push({ step, table })
        }
        break
      }
    }
  }
  if (tables.length + metrics.length + responseTimes.length > 0) {
    return { value: { ...report, tables, metrics, responseTimes }, problems }
  }
  if (problems.length === 0) problems.push({ file, message: 'holds no table of the Insert Benchmark' })
  return { value: null, problems }
}

/** Recognizes a page with a table whose first header is `dbms`, followed by steps or limits of response times. */
export function holdsReport(text: string): boolean {
  if (!/<table\b/i.test(text)) return false
  const [, next = ''] =
    /<th[^>]{0,99}>\s{0,9}dbms\s{0,9}<\/th>\s{0,99}<th[^>]{0,99}>\s{0,9}([^<\s]{1,40})\s{0,9}<\/th>/i.exec(text) ?? []
  return next === BUCKETS[0] || parseStep(next) !== null
}

/** Reads a title such as `800M docs and 1 client(s)`. */
function readTitle(title: string): { rows: number | null; clients: number | null } {
  const [, rows, unit, clients] = /\b(\d{1,6})([KMB]?) docs and (\d{1,5}) clients?\b/.exec(title) ?? []
  const scale = unit === 'K' ? 1e3 : unit === 'M' ? 1e6 : unit === 'B' ? 1e9 : 1
  return {
    rows: rows === undefined ? null : Number(rows) * scale,
    clients: clients === undefined ? null : Number(clients),
  }
}

type TableBlock = HtmlBlock & { kind: 'table' }
type Complain = (message: string, line?: number) => void

const headerOf = (rows: readonly HtmlRow[]): string[] => rows[0]?.cells.map(({ text }) => text) ?? []

function isHistogram(rows: readonly HtmlRow[]): boolean {
  const header = headerOf(rows)
  return header[0] === 'dbms' && header[1] === BUCKETS[0]
}

function readHistogram(
  { line, rows }: TableBlock,
  where: { step: Step | null; operation: Operation | null },
  complain: Complain,
): ResponseTimes {
  const [, ...names] = headerOf(rows)
  const known = new Set<string>([...BUCKETS, 'max'])
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0) complain(`columns ${unknown.map(quote).join(', ')} are not known and left out`)
  const read = rows.slice(1).flatMap(({ line: at, cells }): ServerRow[] => {
    const [tag, ...numbers] = cells.map(({ text }) => text)
    if (tag === undefined || tag === '' || numbers.length !== names.length) {
      complain(`${cells.length} cells; expected a server and ${names.length} numbers`, at)
      return []
    }
    const entries = names.flatMap((name, i) => {
      const text = numbers[i] ?? ''
      // These pages leave the cells of empty buckets empty, so an empty cell alone is not a value.
      const value = parseNumber(text)
      if (value === null && text !== '' && text !== 'nonzero')
        complain(`${quote(text)} is not a share of responses`, at)
      return known.has(name) ? [[name, { text, value }] as const] : []
    })
    return [{ line: at, tag, cells: new Map(entries) }]
  })
  return { line, ...where, rows: read }
}

function readStepTable({ line, rows }: TableBlock, complain: Complain): StepTable | null {
  const [first, ...names] = headerOf(rows)
  if (first !== 'dbms') return null // This is another kind of table.
  const steps = names.map(parseStep)
  const unknown = names.filter((_, i) => steps[i] === null)
  const twice = steps.find((step, i) => steps.findIndex((other) => other?.name === step?.name) !== i)
  if (unknown.length > 0 || names.length === 0 || twice !== undefined) {
    complain(
      names.length === 0
        ? 'the header names no step'
        : `${unknown.map(quote).join(', ') || quote(twice?.name ?? '')} is not a step, or a step twice, so the table is left out`,
    )
    return null
  }
  const read = rows.slice(1).flatMap((row) => readStepRow(row, names.length, complain))
  const body = read.filter(({ tag }) => tag !== 'target')
  const targets = read.find(({ tag }) => tag === 'target')
  const kind = kindOf(steps, body, targets !== undefined)
  if (kind === null) {
    complain('nothing says whether these are rates of queries or of inserts: no step of the load, and no target row')
    return null
  }
  return {
    kind,
    line,
    steps: steps.filter((step) => step !== null),
    rows: body,
    targets: kind === 'background' ? (targets?.cells.map(({ value }) => value) ?? null) : null,
  }
}

function kindOf(
  steps: readonly (Step | null)[],
  rows: readonly StepRow[],
  hasTarget: boolean,
): StepTable['kind'] | null {
  if (hasTarget) return 'background'
  const numbers = rows.flatMap(({ cells }) => cells.filter(({ value }) => value !== null))
  if (numbers.length > 0 && numbers.every(({ text }) => /^\d+\.\d\d$/.test(text))) return 'relative'
  return steps.some((step) => step?.rate === null) ? 'throughput' : null
}

function readStepRow({ line, cells }: HtmlRow, count: number, complain: Complain): StepRow[] {
  const [head, ...others] = cells
  if (head === undefined || head.text === '' || others.length !== count) {
    complain(`${cells.length} cells; expected a server and ${count} numbers`, line)
    return []
  }
  const read = others.map(({ text, id }) => {
    const { value, missing } = parseCell(text)
    if (missing === 'not-understood' || missing === 'negative') complain(`${quote(text)} is not a rate`, line)
    return { text, value, mark: id }
  })
  return [{ line, tag: head.text, cells: read }]
}
