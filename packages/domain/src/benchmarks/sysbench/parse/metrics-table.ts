import { decimalFigure, type Figure } from '../../../parse/invariants/figure.ts'
import { checkInvariants, cutLastLine, productOf } from '../../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { missing, parseCell, parseNumber, type TableCell } from '../../../parse/table-cell.ts'
import { splitLines } from '../../../parse/text-lines.ts'

export type MetricsRow = {
  line: number
  /** Server as written: `x.pg180_o2nofp.x10b_c32r128.pk1`, or `pg180_48u` in scale-up tables. */
  server: string
  /** One cell per name of `metricNames`. */
  cells: readonly TableCell[]
}

/** One step: a row per server, then ratios to the first server, which has no ratio row. */
export type MetricsBlock = {
  line: number
  /** The file name of the step, `sb.met.point-query.range100.pk1.dop40`. */
  step: string
  /** The files of the two servers, in scale-up tables only. */
  bases: { base1: string; base2: string } | null
  /** Names in the order of the header, from `cpu/o` to `o/s`. Units: FORMATS.md section 4. */
  metricNames: readonly string[]
  absolute: readonly MetricsRow[]
  relative: readonly MetricsRow[]
}

export type MetricsTable = { blocks: readonly MetricsBlock[] }

/**
 * Parses a table of vmstat and iostat metrics per operation, o.met.* (FORMATS.md section 4), of any age; the header
 * lists the metrics. The empty cell after the first column is dropped.
 *
 * A negative or invalid value, a ratio that does not match its two values, and a truncated last line refuse the runs.
 *
 * @returns ratios of 0 to 0, printed `1`, and of x to 0, printed `inf`, as missing with that reason. A ratio of 0.00 is
 *   a value. Values of 0 are valid except for operations per second.
 */
export function parseMetricsTable(text: string, file: string): Parsed<MetricsTable> {
  const problems: Problem[] = []
  const complain = (line: number, message: string) => problems.push({ file, line, message })
  const blocks: MetricsBlock[] = []
  const { lines: all, endsMidLine } = splitLines(text)
  for (const lines of splitBlocks(all)) {
    const block = readBlock(lines, complain)
    if (block !== null) blocks.push(block)
    problems.push(...checkBlock(lines, block, file))
  }
  if (blocks.length > 0 && endsMidLine) problems.push(cutLastLine(file, all.length))
  if (blocks.length > 0) return { value: { blocks }, problems }
  const message = 'no block of metrics: expected a step, `--- absolute` and a header that ends in dbms'
  return { value: null, problems: [...problems, { file, message }] }
}

type Line = { line: number; text: string }
type Complain = (line: number, message: string) => void

/** Splits a table into blocks, which begin with the name of a step and end at an empty line. */
function splitBlocks(lines: readonly string[]): Line[][] {
  const blocks: Line[][] = [[]]
  for (const [i, text] of lines.entries()) {
    if (text.trim() === '' || STEP.test(text)) blocks.push([])
    if (text.trim() !== '') blocks.at(-1)?.push({ line: i + 1, text })
  }
  return blocks.filter((block) => block.length > 0)
}

function readBlock([title, ...rest]: readonly Line[], complain: Complain): MetricsBlock | null {
  if (title === undefined) return null
  if (!STEP.test(title.text)) {
    complain(
      title.line,
      `${quote(title.text)} is not the file name of a step such as \`sb.met.scan.range100.pk1.dop8\``,
    )
    return null
  }
  const bases = /^base1 (\S+) and base2 (\S+)$/.exec(rest[0]?.text ?? '')
  const [mark, header, ...body] = bases === null ? rest : rest.slice(1)
  if (mark?.text !== '--- absolute' || header === undefined) {
    complain(mark?.line ?? title.line, 'expected `--- absolute` and a header after the name of the step')
    return null
  }
  const metricNames = dropGap(header.text.split('\t'))
  if (metricNames.pop() !== 'dbms' || metricNames.length === 0 || metricNames.some((name) => !METRIC.test(name))) {
    complain(header.line, `header ${quote(header.text)} is not names of metrics followed by dbms`)
    return null
  }
  const relativeAt = body.findIndex(({ text }) => text === '--- relative to first result')
  const rowsOf = (lines: readonly Line[], kind: Kind) =>
    lines.flatMap((line) => readRow(line, { metricNames, kind, complain }) ?? [])
  const absolute = rowsOf(relativeAt === -1 ? body : body.slice(0, relativeAt), 'absolute')
  const relative = rowsOf(relativeAt === -1 ? [] : body.slice(relativeAt + 1), 'relative')
  const compared = new Set(absolute.slice(1).map(({ server }) => server))
  return {
    line: title.line,
    step: title.text,
    bases: bases === null ? null : { base1: bases[1] ?? '', base2: bases[2] ?? '' },
    metricNames,
    absolute,
    relative: relative.filter(({ server, line }) => {
      if (!compared.has(server)) complain(line, `${quote(server)} has ratios but no values below those of the base`)
      return compared.has(server)
    }),
  }
}

/** Ratios were computed from values before rounding. */
const RATIO = productOf({ factors: ['its ratio', 'the base'], product: 'the value', slack: 0.001 })

/** Checks a block: each value must be a valid number and equal the base times its ratio. */
function checkBlock(lines: readonly Line[], block: MetricsBlock | null, file: string): Problem[] {
  if (block === null) return []
  const texts = new Map(lines.map(({ line, text }) => [line, dropGap(text.split('\t'))]))
  const figureOf = (row: MetricsRow, i: number) => decimalFigure(texts.get(row.line)?.[i] ?? '', row.line)
  const nameOf = (row: MetricsRow, i: number) => `${block.metricNames[i]} of ${row.server}`
  const [base] = block.absolute
  const values = block.absolute.flatMap((row) =>
    row.cells.flatMap(({ missing: why }, i) =>
      why === 'not-understood' || why === 'negative' ? [[nameOf(row, i), figureOf(row, i)] as const] : [],
    ),
  )
  const ratios = block.relative.flatMap((row) => {
    const absolute = block.absolute.find(({ server }) => server === row.server)
    if (base === undefined || absolute === undefined) return []
    return row.cells.flatMap(({ value }, i) => {
      if (value === null || !base.cells[i]?.value || absolute.cells[i]?.value == null) return []
      const figures = new Map<string, Figure>([
        ['its ratio', figureOf(row, i)],
        ['the base', figureOf(base, i)],
        ['the value', figureOf(absolute, i)],
      ])
      return checkInvariants(figures, [RATIO], file).map((one) => ({
        ...one,
        line: row.line,
        message: `${nameOf(row, i)}: ${one.message}`,
      }))
    })
  })
  return [...checkInvariants(new Map(values), [], file), ...ratios]
}

const STEP = /^sb\.\S+$/
const METRIC = /^\w+\/[so]$/

type Kind = 'absolute' | 'relative'
type RowContext = { metricNames: readonly string[]; kind: Kind; complain: Complain }

function readRow({ line, text }: Line, { metricNames, kind, complain }: RowContext): MetricsRow | null {
  const fields = dropGap(text.split('\t'))
  const server = fields.pop() ?? ''
  if (fields.length !== metricNames.length || !/^\S+$/.test(server) || parseNumber(server) !== null) {
    complain(line, `${quote(text)} is not ${metricNames.length} values and a server`)
    return null
  }
  const cells = fields.map((field, i) => readCell(field, { name: metricNames[i] ?? '', kind }))
  const odd = cells.findIndex((cell) => cell.missing === 'not-understood')
  // Invariants check absolute values and refuse the run; here only ratios are checked.
  if (odd !== -1 && kind === 'relative')
    complain(line, `${metricNames[odd]} holds ${quote(fields[odd] ?? '')}, expected a number`)
  return { line, server, cells }
}

function readCell(text: string, { name, kind }: { name: string; kind: Kind }): TableCell {
  if (kind === 'relative' && text === '1') return missing('zero-by-zero') // A ratio of 1 is printed as 1.00.
  const cell = parseCell(text)
  return kind === 'absolute' && name === 'o/s' && cell.value === 0 ? missing('zero') : cell
}

/** Removes the empty cell: two tabs follow the first column of headers and relative rows. */
function dropGap(fields: readonly string[]): string[] {
  return fields.filter((field, i) => i !== 1 || field !== '')
}
