import { quote } from '../../../parse/quote.ts'
import { type MissingReason, missing, parseCell, present, type TableCell } from '../../../parse/table-cell.ts'
import type { UploadHistogram } from '../../../run/upload-document.ts'

/** A version of RocksDB: `numbers` for ordering, `text` as written. */
export type DbBenchVersion = { text: string; numbers: readonly [number, number, number] }

export type DbBenchRow = {
  line: number
  /** Name of the test as written: `overwriteandwait.t24.s0`. */
  test: string
  /** Name of the test without the threads: `overwriteandwait.s0`. */
  logicalTest: string
  /** Threads from `.tN`; null when the name has none (fillseq runs with one thread). */
  threads: number | null
  version: DbBenchVersion
  /** ISO 8601 in UTC, `2025-05-06T01:44:24Z`; null when the row has none. */
  startedAt: string | null
  /** Git hash as written: 10 hex digits or, from old builds, a truncated word such as `rocksdb_bu`. */
  githash: string | null
  jobId: string | null
  /** True when the script wrote `failed` for the result. */
  failed: boolean
  /** Values by metric name of run/metric.ts (`ops/s`, `MB/s`, `lsm_sz` in GB, ...). Missing values have no key. */
  values: Readonly<Record<string, number>>
  /** The distribution of response times, where the output has it. */
  histograms?: readonly UploadHistogram[]
  /** The reason why a metric is missing. */
  missing: Readonly<Record<string, MissingReason>>
  /** Parameters that distinguish this result from others of the same test, when the output states them. */
  params?: Readonly<Record<string, string>>
}

/** The 28 columns of report.tsv, for rows without a header. */
export const REPORT_COLUMNS: readonly string[] = (
  'ops_sec mb_sec lsm_sz blob_sz c_wgb w_amp c_mbps c_wsecs c_csecs b_rgb b_wgb usec_op p50 p99 p99.9 p99.99 pmax ' +
  'uptime stall% Nstall u_cpu s_cpu rss test date version job_id githash'
).split(' ')

const TEXT_COLUMNS = new Set(['test', 'date', 'version', 'job_id', 'githash'])
const SIZE_COLUMNS = new Set(['lsm_sz', 'blob_sz'])
const METRIC_OF_COLUMN: Readonly<Record<string, string>> = { ops_sec: 'ops/s', mb_sec: 'MB/s' }

/** True for a header, which begins with ops_sec. */
export const isReportHeader = (text: string): boolean => /^ops_sec(\t|$)/.test(text)

/**
 * The columns that a header names, in its order.
 *
 * @returns a message when a required column is missing or a column is unknown.
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
 * Parses one row of report.tsv (FORMATS.md section 9). Cells are split at single tabs, because some are empty.
 *
 * From RocksDB 10.3 on, four columns have other contents, because its compaction statistics gained a field and the
 * script counts fields: c_wsecs holds MB/s written, c_csecs the wall seconds, b_rgb thousands of keys, and b_wgb the GB
 * read from blob files. They are missing with the reason `column-shift`; b_wgb is used when it is 0, because then both
 * reads and writes are 0.
 *
 * @returns the row and the cells that were not understood, or a message when the line is not a row.
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

/** Splits `overwriteandwait.t24.s0` into `overwriteandwait.s0` and 24 threads. */
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

/** Size units in GB. RocksDB prints powers of 1024. */
const GB_PER_UNIT: Readonly<Record<string, number>> = {
  KB: 1 / 1024 ** 2,
  MB: 1 / 1024,
  GB: 1,
  TB: 1024,
  PB: 1024 ** 2,
}

/** Parses `16GB`, `900MB` or `1.2TB` as GB. A number without a unit is not understood, except 0. */
function readSize(field: string): TableCell {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([KMGTP]B),?$/.exec(field) ?? []
  const gb = GB_PER_UNIT[unit ?? '']
  if (number !== undefined && gb !== undefined) return present(Number(number) * gb)
  const plain = parseCell(field)
  return plain.value === null || plain.value === 0 ? plain : missing('not-understood')
}

/** Parses a version. Old builds print 6.17 where new ones print 6.17.0. */
export function readVersion(text: string): DbBenchVersion | null {
  const [, major, minor, patch = '0'] = /^(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (major === undefined || minor === undefined) return null
  return { text, numbers: [Number(major), Number(minor), Number(patch)] }
}

/** Parses a date. Day, hour, minute and second may lack a leading zero. */
function readDate(text: string): string | null {
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2})T(\d{1,2}):(\d{1,2}):(\d{1,2})$/.exec(text)?.slice(1)
  if (parts === undefined) return null
  const [year = '', ...rest] = parts
  const [month, day, hour, minute, second] = rest.map((part) => part.padStart(2, '0'))
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const time = Date.parse(`${iso}Z`)
  // Date.parse turns 31 April into 1 May, so a date that does not round-trip is invalid.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== iso ? null : `${iso}Z`
}
