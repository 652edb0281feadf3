import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { COUNTER_SOURCES, type CounterSource, type Counters } from './counter-sources.ts'
import { ENGINE_STATUSES } from './engine-status.ts'
import { type CounterTable, readCounterTable } from './read-counter-table.ts'

/** A snapshot of counters of a database. */
export type CounterSnapshot = {
  source: CounterSource
  /** The time of the snapshot relative to the test; samples are taken during it. */
  at: 'before' | 'after' | 'during'
  counters: Counters
  path: string
}

const HEAD = 100_000

/** The source of a table of counters or of the status of an engine; null for any other text. */
export function findCounterSource(text: string): CounterSource | null {
  const status = ENGINE_STATUSES.find(({ recognize }) => recognize(text))
  if (status !== undefined) return status.source
  const read = readCounterTable(text.slice(0, HEAD), '')
  return read === null ? null : sourceOf(read.table)
}

function sourceOf({ columns, rows }: CounterTable): CounterSource | null {
  const cells = rows.map((row) => (row.cells[0] ?? '').toLowerCase())
  return COUNTER_SOURCES.find((source) => source.fits(columns, cells)) ?? null
}

const BEFORE = /(?:^|[^a-z])(?:before|begin|start|pre)(?:[^a-z]|$)/i
const AFTER = /(?:^|[^a-z])(?:after|end|stop|post)(?:[^a-z]|$)/i

/** Parses a snapshot. Its name says whether it was taken before or after the test. */
export function parseCounters(text: string, file: string): Parsed<CounterSnapshot> {
  const status = ENGINE_STATUSES.find(({ recognize }) => recognize(text))
  if (status !== undefined) return snapshotOf(status.source, file, () => status.parse(text, file))
  const read = readCounterTable(text, file)
  const source = read === null ? null : sourceOf(read.table)
  if (read === null || source === null)
    return { value: null, problems: [{ file, message: 'is not a table of counters' }] }
  const { table, problems } = read
  if (problems.length > 0) return { value: null, problems }
  return snapshotOf(source, file, () => countersOf(table, source, file))
}

/** A snapshot at the time that the name of its file states. */
function snapshotOf(
  source: CounterSource,
  file: string,
  read: () => { counters: Counters; problems: Problem[] },
): Parsed<CounterSnapshot> {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const at = source.isSampled === true ? 'during' : BEFORE.test(name) ? 'before' : AFTER.test(name) ? 'after' : null
  if (at === null) {
    const message = `holds counters of ${source.name} since the start of the server; name two snapshots, such as ${source.name}.before.csv and ${source.name}.after.csv`
    return { value: null, problems: [{ file, message }] }
  }
  const { counters, problems } = read()
  return problems.length > 0 ? { value: null, problems } : { value: { source, at, counters, path: file }, problems }
}

function countersOf(
  table: CounterTable,
  source: CounterSource,
  file: string,
): { counters: Counters; problems: Problem[] } {
  const problems: Problem[] = []
  const counters = new Map<string, number>()
  for (const { line, cells } of table.rows) {
    const row = Object.fromEntries(table.columns.map((column, i) => [column, cells[i] ?? '']))
    for (const [metric, cell] of Object.entries(source.counters(row))) {
      if (cell === undefined || cell === '' || cell === '\\N' || cell === 'NULL') continue
      const value = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(cell) ? Number(cell) : Number.NaN
      if (!Number.isFinite(value))
        problems.push(refusal(file, `${quote(cell)} is not a count or time of ${metric}`, line))
      else counters.set(metric, (counters.get(metric) ?? 0) + value)
    }
  }
  return { counters, problems }
}
