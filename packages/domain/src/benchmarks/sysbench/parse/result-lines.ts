import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { missing, parseCell, type TableCell } from '../../../parse/table-cell.ts'
import { splitLines } from '../../../parse/text-lines.ts'

export type ResultLine = {
  line: number
  /** The metric of the file name, in the spelling of run/metric.ts: queries/s, transactions/s or milliseconds. */
  metric: 'qps' | 'tps' | 'latency_ms_avg' | 'latency_ms_max' | 'latency_ms_p95'
  /** The engine: rocksdb, innodb, pgsql. It is not the sysbench driver. */
  engine: string
  /** Test with the suffix of the step: `point-query.pre`. */
  test: string
  range: number
  /**
   * One cell per client count, in test order. Empty when the step failed. Shorter than the list of client counts when
   * some of them failed; the failed ones are then unknown.
   */
  cells: readonly TableCell[]
}

/**
 * Parses sb.r.qps, sb.r.trx, sb.r.rtavg, sb.r.rtmax and sb.r.rt95 files (FORMATS.md section 2). Only the file name
 * states the metric.
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
  // A failed step leaves nothing, or one empty cell, before the engine.
  const cells = fields.length === 1 && fields[0]?.trim() === '' ? [] : fields.map((field) => parseCell(field.trim()))
  if (cells.some((cell) => cell.missing === 'not-understood')) return null
  return { engine, test, range: Number(range), cells: cells.map((cell) => (cell.value === 0 ? missing('zero') : cell)) }
}
