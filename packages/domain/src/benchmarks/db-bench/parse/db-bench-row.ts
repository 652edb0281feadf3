import { quote } from '../../../parse/quote.ts'
import { type MissingReason, missing, parseCell, present, type TableCell } from '../../../parse/table-cell.ts'

/** `numbers` order versions; `text` is as written. */
export type DbBenchVersion = { text: string; numbers: readonly [number, number, number] }

export type DbBenchRow = {
  line: number
  /** As written: `overwriteandwait.t24.s0`. */
  test: string
  /** Without the threads: `overwriteandwait.s0`. */
  logicalTest: string
  /** From `.tN`; null when the name has none (fillseq, which one thread does). */
  threads: number | null
  version: DbBenchVersion
  /** ISO 8601 in UTC, `2025-05-06T01:44:24Z`; null when the row has none. */
  startedAt: string | null
  /** As written, 10 hex digits or, from old builds, a cut word such as `rocksdb_bu`. */
  githash: string | null
  jobId: string | null
  /** True when the script wrote `failed` for the result. */
  failed: boolean
  /** By the names of run/metric.ts (`ops/s`, `MB/s`, `lsm_sz` in GB, ...); what is missing is absent here. */
  values: Readonly<Record<string, number>>
  /** Why a metric is absent. */
  missing: Readonly<Record<string, MissingReason>>
  /** Parameters that distinguish this result from others of the same test, when the output states them. */
  params?: Readonly<Record<string, string>>
}

/** The 28 columns of report.tsv, for rows that stand under no header. */
export const REPORT_COLUMNS: readonly string[] = (
  'ops_sec mb_sec lsm_sz blob_sz c_wgb w_amp c_mbps c_wsecs c_csecs b_rgb b_wgb usec_op p50 p99 p99.9 p99.99 pmax ' +
  'uptime stall% Nstall u_cpu s_cpu rss test date version job_id githash'
).split(' ')

const TEXT_COLUMNS = new Set(['test', 'date', 'version', 'job_id', 'githash'])
const SIZE_COLUMNS = new Set(['lsm_sz', 'blob_sz'])
const METRIC_OF_COLUMN: Readonly<Record<string, string>> = { ops_sec: 'ops/s', mb_sec: 'MB/s' }

/** A header begins with ops_sec. */
export const isReportHeader = (text: string): boolean => /^ops_sec(\t|$)/.test(text)

/**
 * The columns that a header names, in its order.
 *
 * @returns a message when a column that a row cannot do without is absent, or one is there that is not known.
 */
export function readReportHeader(text: string): readonly string[] | { refusal: string } {
  const columns = text.split('\t').map((name) => name.trim())
  const absent = ['test', 'date', 'version'].filter((name) => !columns.includes(name))
  if (absent.length > 0) return { refusal: `the header lacks ${absent.join(', ')}` }
  const unknown = columns.find((name) => !REPORT_COLUMNS.includes(name))
  if (unknown !== undefined) return { refusal: `the header names ${quote(unknown)}, which report.tsv does not have` }
  return new Set(columns).size === columns.length ? columns : { refusal: 'the header names a column twice' }
}

/**
 * One row of report.tsv (FORMATS.md section 9). Cells are split at single tabs, because some are empty.
 *
 * From RocksDB 10.3 on, four columns hold something else, because its compaction statistics gained a field and the
 * script counts fields: c_wsecs holds MB/s written, c_csecs the wall seconds, b_rgb thousands of keys, and b_wgb the GB
 * read from blob files. They are missing there, with the reason `column-shift`; b_wgb is kept when it is 0, which is
 * then true of reads and writes.
 *
 * @returns the row and what in it was not understood, or a message when it cannot be read as a row at all.
 */
export function readReportRow(
  text: string,
  { line, columns }: { line: number; columns: readonly string[] },
): { row: DbBenchRow; complaints: string[]; cells: ReadonlyMap<string, string> } | { refusal: string; isCut: boolean } {
  const fields = text.split('\t').map((field) => field.trim())
  const failed = fields[0] === 'failed'
  if (fields.length !== columns.length) {
    const what = failed ? 'a failed step of which nothing else is known' : 'cut or joined'
    return { refusal: `${fields.length} cells for ${columns.length} columns: the row is ${what}`, isCut: !failed }
  }
  const cellOf = new Map(columns.map((name, i) => [name, fields[i] ?? '']))
  const test = cellOf.get('test') ?? ''
  if (!/^[A-Za-z][\w.-]*$/.test(test))
    return { refusal: `${quote(test)} stands where the name of the test should`, isCut: false }
  const version = readVersion(cellOf.get('version') ?? '')
  if (version === null)
    return { refusal: `version ${quote(cellOf.get('version') ?? '')} is not of the form 10.8.3`, isCut: false }

  const complaints: string[] = []
  const date = cellOf.get('date') ?? ''
  const startedAt = readDate(date)
  if (startedAt === null && !/^(na)?$/i.test(date)) {
    complaints.push(`date ${quote(date)} is not of the form 2025-05-6T01:44:24`)
  }
  const values: Record<string, number> = {}
  const reasons: Record<string, MissingReason> = {}
  for (const [column, field] of cellOf) {
    if (TEXT_COLUMNS.has(column)) continue
    const metric = METRIC_OF_COLUMN[column] ?? column
    const cell = failed ? missing('failed') : readMetric(column, field, version)
    if (cell.value === null) reasons[metric] = cell.missing
    else values[metric] = cell.value
    if (cell.missing === 'not-understood') complaints.push(`${column} holds ${quote(field)}, expected a number`)
  }
  const textOf = (column: string) => cellOf.get(column) || null
  const row = {
    line,
    test,
    ...splitTest(test),
    version,
    startedAt,
    githash: textOf('githash'),
    jobId: textOf('job_id'),
    failed,
    values,
    missing: reasons,
  }
  return { row, complaints, cells: cellOf }
}

/** `overwriteandwait.t24.s0` is `overwriteandwait.s0` with 24 threads. */
export function splitTest(test: string): { logicalTest: string; threads: number | null } {
  const threads = /\.t([1-9]\d{0,5})(?=\.|$)/.exec(test)
  if (threads === null) return { logicalTest: test, threads: null }
  const [part, count] = threads
  const logicalTest = test.slice(0, threads.index) + test.slice(threads.index + part.length)
  return { logicalTest, threads: Number(count) }
}

const SHIFTED = new Set(['c_wsecs', 'c_csecs', 'b_rgb', 'b_wgb'])

function readMetric(column: string, field: string, { numbers: [major, minor] }: DbBenchVersion): TableCell {
  const cell = SIZE_COLUMNS.has(column) ? readSize(field) : parseCell(field)
  if (cell.value === 0 && column === 'ops_sec') return missing('zero')
  const isShifted = SHIFTED.has(column) && (major > 10 || (major === 10 && minor >= 3))
  if (!isShifted || cell.missing === 'not-understood') return cell
  return column === 'b_wgb' && cell.value === 0 ? cell : missing('column-shift')
}

/** Powers of 1024, as RocksDB prints them. */
const GB_PER_UNIT: Readonly<Record<string, number>> = {
  KB: 1 / 1024 ** 2,
  MB: 1 / 1024,
  GB: 1,
  TB: 1024,
  PB: 1024 ** 2,
}

/** `16GB`, `900MB`, `1.2TB` as GB. A number without unit is not understood, except 0. */
function readSize(field: string): TableCell {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([KMGTP]B),?$/.exec(field) ?? []
  const gb = GB_PER_UNIT[unit ?? '']
  if (number !== undefined && gb !== undefined) return present(Number(number) * gb)
  const plain = parseCell(field)
  return plain.value === null || plain.value === 0 ? plain : missing('not-understood')
}

/** Old builds print 6.17 where new ones print 6.17.0. */
export function readVersion(text: string): DbBenchVersion | null {
  const [, major, minor, patch = '0'] = /^(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (major === undefined || minor === undefined) return null
  return { text, numbers: [Number(major), Number(minor), Number(patch)] }
}

/** Day, hour, minute and second may lack their leading zero. */
function readDate(text: string): string | null {
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2})T(\d{1,2}):(\d{1,2}):(\d{1,2})$/.exec(text)?.slice(1)
  if (parts === undefined) return null
  const [year = '', ...rest] = parts
  const [month, day, hour, minute, second] = rest.map((part) => part.padStart(2, '0'))
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const time = Date.parse(`${iso}Z`)
  // Date.parse moves 31 April to 1 May; a date that does not come back as it went in is none.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== iso ? null : `${iso}Z`
}
