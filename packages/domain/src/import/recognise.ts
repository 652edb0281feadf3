import { recogniseTable, type TableFormat } from '../benchmarks/recognise-table.ts'
import type { FileKind } from './profile.ts'

/** The kind of a file in an import; `derived` is a table made from other files. */
export type RecognisedKind = Exclude<FileKind, 'by-content'> | 'derived'

const KIND_OF_TABLE: Readonly<Record<TableFormat, RecognisedKind>> = {
  'qps-table': 'qps-table',
  'sysbench-2020-table': 'sysbench-2020-table',
  'metrics-table': 'metrics-table',
  'result-lines': 'result-lines',
  'dbbench-report': 'dbbench-report',
  'dbbench-summary': 'dbbench-summary',
  'dbbench-derived': 'derived',
}

/** How much of a file is looked at: query plans of many tables may stand before what sysbench measured. */
const HEAD = 20_000

/** Recognizes a file by its content; null for unknown content. */
export function recogniseContent(name: string, text: string): RecognisedKind | null {
  const head = text.slice(0, HEAD)
  if (/^sysbench \d+\.\d+/m.test(head)) {
    if (!/^Inserting \d+ records into/m.test(head)) return 'sysbench'
    return text.includes('\nLoad seconds is ') ? 'sysbench-load' : null // Without that line a load says nothing.
  }
  if (head.startsWith('iostat, vmstat normalized by operation rate')) return 'sysbench-metrics'
  if (/^(?:--)?procs-* -+.*\n\s*r\s+b\s+swpd\s/m.test(head)) return 'vmstat'
  if (/^Linux \S+ .*\(\d+ CPU\)\s*$/m.test(head) && /^(avg-cpu:|Device)/m.test(head)) return 'iostat'
  const table = recogniseTable(name, text)
  return table === null ? null : KIND_OF_TABLE[table]
}

const TABLES: ReadonlySet<RecognisedKind> = new Set(Object.values(KIND_OF_TABLE))

/**
 * The kind of a file by its name, except for tables: their names are unreliable (a `csv` with tabs, an absolute table
 * that is relative), so their content decides.
 */
export function kindOf(named: FileKind, name: string, text: string): RecognisedKind | null {
  if (named === 'by-content') return recogniseContent(name, text)
  if (!TABLES.has(named)) return named
  const table = recogniseTable(name, text)
  return table === null ? named : KIND_OF_TABLE[table]
}
