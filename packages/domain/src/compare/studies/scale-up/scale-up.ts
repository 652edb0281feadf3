import { roundHalfEven } from '../../../stats/round-half-even.ts'
import type { Comparison } from '../../comparison.ts'
import type { Cell, Grid, GridRow, GridTable } from '../../grid.ts'
import { namedBase } from '../../points-needed.ts'
import { type Knee, kneeOf } from './knee.ts'

/** Metrics that explain poor scaling, in the order of the page. */
export const SCALE_UP_REASONS = ['cpu/o', 'cs/o'] as const

/** Lower limits of the buckets as shares of perfect scaling: at 48 clients 40, 30, 20 and 10. */
const BUCKET_EDGES = [40 / 48, 30 / 48, 20 / 48, 10 / 48] as const

/** One test at one number of clients. */
export type ScaleUpPoint = {
  clients: number
  /** Throughput divided by that of the base, in totals even if the test reports per client. */
  scaleUp: number
  /** scaleUp / (clients / clients of the base): 1 is perfect scaling. */
  efficiency: number
  cell: Cell
}

/** Cost of one operation at the base and at the largest number of clients. */
export type ScaleUpReason = { metric: string; unit: string; atBase: Cell; atMost: Cell; ratio: number | null }

export type ScaleUpTest = {
  name: string
  group: string | null
  /** By ascending number of clients, the base first; points without a value are omitted. */
  points: readonly ScaleUpPoint[]
  /** The point at the subject's largest number of clients; null if it or the base has no value. */
  atMost: ScaleUpPoint | null
  knee: Knee | null
  reasons: readonly ScaleUpReason[]
}

export type ScaleUpBucket = {
  /** Limits of the bucket; null for the upper limit of the first and the lower limit of the last. */
  from: number | null
  to: number | null
  /** Best first. */
  tests: readonly (ScaleUpTest & { atMost: ScaleUpPoint })[]
}

/** One build, config, machine and workload at several numbers of clients. */
export type ScaleUpSubject = {
  /** Label such as `PostgreSQL 18.0`; empty if all subjects share it. */
  label: string
  /** Values of the table dimensions of the comparison, then of its columns except clients. */
  values: readonly string[]
  /** In ascending order. */
  clients: readonly number[]
  baseClients: number
  mostClients: number
  tests: readonly ScaleUpTest[]
  buckets: readonly ScaleUpBucket[]
}

type ScaleUp = {
  subjects: readonly ScaleUpSubject[]
  /** Tests without a scale-up: measured at only one number of clients, or not at the base. */
  leftOut: readonly string[]
}

/** The comparison of the study: clients on columns, divided by the smallest number, with the explaining metrics. */
export function scaleUpComparison(requested: Comparison): Comparison {
  const columns = [...requested.columns.filter((dimension) => dimension !== 'clients'), 'clients' as const]
  const named = namedBase(requested.base).find(({ dimension }) => dimension === 'clients')
  return {
    ...requested,
    rows: requested.rows.filter((dimension) => dimension !== 'clients'),
    tables: requested.tables.filter((dimension) => dimension !== 'clients'),
    columns,
    metrics: [requested.metrics[0] ?? 'primary', ...SCALE_UP_REASONS],
    base: { kind: 'values', values: { clients: named?.value ?? '1' } },
    onlyChanged: false,
  }
}

/** A comparison limited to one subject. */
export function onlySubject(comparison: Comparison, { values }: Pick<ScaleUpSubject, 'values'>): Comparison {
  const dimensions = [...comparison.tables, ...comparison.columns.filter((dimension) => dimension !== 'clients')]
  const own = dimensions.map((dimension, i) => [dimension, [values[i] ?? '']] as const)
  return { ...comparison, filters: { ...comparison.filters, ...Object.fromEntries(own) } }
}

/** @param grid the grid of `scaleUpComparison`. */
export function scaleUpOf(grid: Grid): ScaleUp {
  const subjects: ScaleUpSubject[] = []
  const leftOut: string[] = []
  const perKey = 1 + SCALE_UP_REASONS.length
  for (let first = 0; first < grid.tables.length; first += perKey) {
    const [throughput, ...reasons] = grid.tables.slice(first, first + perKey)
    if (throughput === undefined) continue
    for (const { label, values, columns } of columnSets(throughput)) {
      const subject = makeSubject(throughput, reasons, columns)
      if (subject === null) leftOut.push(label || throughput.metric)
      else subjects.push({ label, values, ...subject })
    }
  }
  return { subjects, leftOut }
}

/** A column of the grid and its number of clients. */
type ClientColumn = { clients: number; index: number; isBase: boolean }

type ColumnSet = { label: string; values: readonly string[]; columns: ClientColumn[] }

/** Groups columns that differ only in clients, which is the last dimension of the axis. */
function columnSets({ key, columns }: GridTable): ColumnSet[] {
  const sets = new Map<string, ColumnSet>()
  for (const [index, { values, isBase }] of columns.entries()) {
    const others = values.slice(0, -1)
    const clients = Number(values.at(-1))
    if (!Number.isFinite(clients) || clients <= 0) continue
    const label = [key.label, ...others].filter((part) => part !== '').join(' ')
    const set = sets.get(label) ?? { label, values: [...key.values, ...others], columns: [] }
    sets.set(label, set)
    set.columns.push({ clients, index, isBase })
  }
  for (const set of sets.values()) set.columns.sort((a, b) => a.clients - b.clients)
  return [...sets.values()]
}

function makeSubject(
  throughput: GridTable,
  reasons: readonly GridTable[],
  columns: readonly ClientColumn[],
): Omit<ScaleUpSubject, 'label' | 'values'> | null {
  const base = columns.find(({ isBase }) => isBase)
  const last = columns.at(-1)
  if (base === undefined || last === undefined || last.clients <= base.clients) return null
  const from = columns.filter(({ clients }) => clients >= base.clients)
  const reasonRows = reasons.map((table) => new Map(rowsOf(table).map((row) => [row.label, row])))
  const tests = rowsOf(throughput).map((row): ScaleUpTest => {
    const points = from.flatMap(({ clients, index }) => pointOf(row.cells[index], clients, base.clients) ?? [])
    const atMost = points.at(-1)
    return {
      name: row.label,
      group: row.group,
      points,
      atMost: atMost?.clients === last.clients ? atMost : null,
      knee: kneeOf(points.map((point) => ({ clients: point.clients, throughput: point.scaleUp }))),
      reasons: reasonRows.flatMap((rows) => reasonOf(rows.get(row.label), base.index, last.index) ?? []),
    }
  })
  const measured = tests.filter(({ points }) => points.length > 1)
  if (measured.length === 0) return null
  return {
    clients: from.map(({ clients }) => clients),
    baseClients: base.clients,
    mostClients: last.clients,
    tests: measured,
    buckets: bucketsOf(measured, last.clients / base.clients),
  }
}

const rowsOf = ({ groups }: GridTable): GridRow[] => groups.flatMap(({ rows }) => rows)

function pointOf(cell: Cell | undefined, clients: number, baseClients: number): ScaleUpPoint | null {
  if (cell === undefined || cell.ratio === null) return null
  return { clients, scaleUp: cell.ratio, efficiency: cell.ratio / (clients / baseClients), cell }
}

function reasonOf(row: GridRow | undefined, base: number, max: number): ScaleUpReason | null {
  const [atBase, atMost] = [row?.cells[base], row?.cells[max]]
  if (atBase?.value == null || atMost?.value == null) return null
  return { metric: atMost.metric, unit: atMost.unit, atBase, atMost, ratio: atMost.ratio }
}

/**
 * Groups tests by scale-up at the largest number of clients, best bucket first. Limits apply to the digits that are
 * shown. A test exactly at a limit is in the bucket above it, except at the topmost limit, which is "more than".
 *
 * @param perfect scale-up of perfect scaling: 48 from 1 to 48 clients.
 */
export function bucketsOf(tests: readonly ScaleUpTest[], perfect: number): ScaleUpBucket[] {
  const edges = BUCKET_EDGES.map((edge) => edge * perfect)
  const limits = [...edges, null].map((from, i) => ({ from, to: i === 0 ? null : (edges[i - 1] ?? null) }))
  const sorted = tests
    .flatMap((test) => (test.atMost === null ? [] : [{ ...test, atMost: test.atMost }]))
    .sort((a, b) => b.atMost.scaleUp - a.atMost.scaleUp)
  const bucketOf = (scaleUp: number) => {
    const shown = roundHalfEven(scaleUp, 2)
    const index = edges.findIndex((edge, i) => (i === 0 ? shown > edge : shown >= edge))
    return index < 0 ? edges.length : index
  }
  return limits.map(({ from, to }, i) => ({
    from,
    to,
    tests: sorted.filter(({ atMost }) => bucketOf(atMost.scaleUp) === i),
  }))
}
