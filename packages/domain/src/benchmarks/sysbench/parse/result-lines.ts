import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { missing, parseCell, type TableCell } from '../../../parse/table-cell.ts'
import { splitLines } from '../../../parse/text-lines.ts'

export type ResultLine = {
  line: number
  /** The metric named by the file name, under its name in run/metric.ts: queries/s, transactions/s or milliseconds. */
  metric: 'qps' | 'tps' | 'latency_ms_avg' | 'latency_ms_max' | 'latency_ms_p95'
  /** The engine: rocksdb, innodb, pgsql. Not the driver of sysbench. */
  engine: string
  /** With the suffix of the step: `point-query.pre`. */
  test: string
  range: number
  /**
   * One per client count, in the order in which they were tested. Empty when the step failed; shorter than the list
   * of client counts when some failed, and then nothing says which.
   */
  cells: readonly TableCell[]
}

/**
 * sb.r.qps, sb.r.trx, sb.r.rtavg, sb.r.rtmax and sb.r.rt95 files (FORMATS.md section 2). The name of the file says which
 * of them it is, and nothing else does.
 */
export function parseResultLines(text: string, file: string): Parsed<readonly ResultLine[]> {
  const metric = METRICS.get(/(?:^|[/\\])sb\.r\.([a-z0-9]+)\.[^/\\]*$/.exec(file)?.[1] ?? '')
  if (metric === undefined) {
    const known = [...METRICS.keys()].map((name) => `sb.r.${name}`).join(', ')
    return { value: null, problems: [{ file, message: `the name does not say what is measured; known: ${known}` }] }
  }
  const problems: Problem[] = []
  const found: ResultLine[] = []
  for (const [i, content] of splitLines(text).lines.entries()) {
    if (content.trim() === '') continue
    const line = i + 1
    const row = readLine(content)
    if (row === null) {
      const message = `${quote(content)} is not numbers, a tab and \`ENGINE TEST range=N\``
      problems.push({ file, line, message })
    } else {
      found.push({ line, metric, ...row })
    }
  }
  if (found.length > 0) return { value: found, problems }
  return { value: null, problems: problems.length > 0 ? problems : [{ file, message: 'the file is empty' }] }
}

const METRICS: ReadonlyMap<string, ResultLine['metric']> = new Map([
  ['qps', 'qps'],
  ['trx', 'tps'],
  ['rtavg', 'latency_ms_avg'],
  ['rtmax', 'latency_ms_max'],
  ['rt95', 'latency_ms_p95'],
])

function readLine(content: string): Pick<ResultLine, 'engine' | 'test' | 'range' | 'cells'> | null {
  const fields = content.split('\t')
  const label = /^([A-Za-z]\w*) (\S+) range=(\d{1,15})$/.exec(fields.pop()?.trim() ?? '')
  const [, engine, test, range] = label ?? []
  if (engine === undefined || test === undefined || range === undefined) return null
  // A failed step leaves nothing, or an empty cell, before the engine.
  const cells = fields.length === 1 && fields[0]?.trim() === '' ? [] : fields.map((field) => parseCell(field.trim()))
  if (cells.some((cell) => cell.missing === 'not-understood')) return null
  return { engine, test, range: Number(range), cells: cells.map((cell) => (cell.value === 0 ? missing('zero') : cell)) }
}
