import { parseNumber } from '../parse/table-cell.ts'
import { splitLines } from '../parse/text-lines.ts'
import { isReportHeader } from './db-bench/parse/db-bench-row.ts'

/** The parser that a file is for. */
export type TableFormat =
  | 'qps-table'
  | 'sysbench-2020-table'
  | 'metrics-table'
  | 'result-lines'
  | 'dbbench-report'
  | 'dbbench-summary'
  | 'dbbench-derived'

/**
 * Which format a file is, from its content first and its name second; null when none. The name decides only between a
 * report.tsv and a summary of one report, what sb.r files measure, and what a file of zero bytes was meant to be.
 */
export function recogniseTable(name: string, text: string): TableFormat | null {
  const baseName = name.replace(/^.*[/\\]/, '')
  const lines = splitLines(text).lines.filter((line) => line.trim() !== '')
  const [first, second = ''] = lines
  if (first === undefined) return meantToBe(baseName)
  const headers = lines.filter(isReportHeader).length
  if (headers > 0) return headers === 1 && baseName === 'report.tsv' ? 'dbbench-report' : 'dbbench-summary'
  if (lines.some((line) => /^col-1\s*(:|\t|$)/.test(line))) return 'qps-table'
  if (/^sb\.\S+$/.test(first)) {
    if (lines.slice(1, 3).includes('--- absolute')) return 'metrics-table'
    if (/^(\d[\d.]*\t|\w+ \S+ range=\d)/.test(second)) return 'sysbench-2020-table'
  }
  if (/^sb\.r\.[a-z0-9]+\./.test(baseName) && RESULT_LABEL.test(first.split('\t').at(-1) ?? '')) return 'result-lines'
  return byLabels(lines)
}

const RESULT_LABEL = /^[A-Za-z]\w* \S+ range=\d+$/
const SYSBENCH_TEST = /^[A-Za-z][\w.-]*_range=\d+$/
const DB_BENCH_TEST = /^[a-z]\w*(\.\w+)*$/

/** Tables without any heading: the labels say whose they are. A few rows tell as much as all. */
function byLabels(lines: readonly string[]): TableFormat | null {
  const header = fieldsOf(lines[0] ?? '').filter((field) => field !== '')
  const names = header[0] === 'test' ? header.slice(1) : header.at(-1) === 'test' ? header.slice(0, -1) : []
  if (names.length > 0 && names.every((name) => /^\d+\.\d+\.\d+$/.test(name))) return 'dbbench-derived'

  const rows = lines.map(fieldsOf).filter((fields) => fields.length > 1)
  const labels = rows.slice(0, 20).map(labelOf)
  if (labels.length === 0) return null
  if (labels.every((label) => label !== null && SYSBENCH_TEST.test(label))) return 'qps-table'
  const isDbBench = (label: string | null) =>
    label !== null && DB_BENCH_TEST.test(label) && /\.[tv]\d+(\.|$)/.test(label)
  return labels.every(isDbBench) ? 'dbbench-derived' : null
}

const fieldsOf = (line: string): string[] => line.split(line.includes('\t') ? '\t' : ',')

/** The text before the numbers or the first one behind them; null for a row that is not numbers with a label. */
function labelOf(fields: readonly string[]): string | null {
  const [first = '', second = ''] = fields
  if (parseNumber(first) === null) return parseNumber(second) === null ? null : first
  return fields.find((field) => parseNumber(field) === null) ?? null
}

function meantToBe(baseName: string): TableFormat | null {
  if (/^qps\.(abs|rel)\./.test(baseName)) return 'qps-table'
  if (/^o\.met(\.|$)/.test(baseName)) return 'metrics-table'
  if (/^sb\.r\.[a-z0-9]+\./.test(baseName)) return 'result-lines'
  if (baseName === 'report.tsv') return 'dbbench-report'
  return /^sum2?(\.[\w.]+)?\.txt(\.sdev)?$|^summary\.tsv$/.test(baseName) ? 'dbbench-summary' : null
}
