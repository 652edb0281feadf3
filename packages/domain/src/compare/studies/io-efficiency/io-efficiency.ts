import { valueLabel } from '../../axis-label.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../../comparison.ts'
import type { DimensionName } from '../../dimension.ts'
import type { Cell, Grid } from '../../grid.ts'
import { namedBase } from '../../points-needed.ts'
import { type LatencyModel, modelOf } from './io-latency-model.ts'

/** The benchmark that measures storage without a database. */
export const FIO = 'fio'

/** Metrics that the study needs; the last four give CPU per read if the benchmark does not measure it. */
const METRICS = [
  'r/s',
  'usPer',
  'syPer',
  'cpuPer',
  'usec_op',
  'io.lat',
  'reqsz',
  'ops/s',
  'qps',
  'cpu_us/o',
  'r/o',
  'cpu_us',
  'cpu_sy',
] as const

/** CPU time of one storage read, microseconds. */
type CpuPerRead = { user: number | null; total: number }

/** Result of fio on one machine at one number of clients. */
export type Baseline = {
  readsPerSecond: number
  /** Mean latency of a read as measured by fio, microseconds. */
  latencyUs: number | null
  cpu: CpuPerRead | null
}

/** One test of a database compared with fio. */
export type IoTest = {
  test: string
  /** Label of product, version and so on, as on the columns of the comparison; empty if there is only one. */
  of: string
  reads: Cell
  /** Storage reads/s of the database divided by those of fio. */
  efficiency: number
  cpu: CpuPerRead | null
  /** CPU of the database minus CPU of fio per read, microseconds. */
  userIncrease: number | null
  cpuIncrease: number | null
  model: LatencyModel | null
  /** Cells of all metrics, by metric. */
  cells: ReadonlyMap<string, Cell>
}

/** One machine, workload and number of clients. */
export type IoSubject = { label: string; clients: number; baseline: Baseline; tests: readonly IoTest[] }

export type IoEfficiency = {
  subjects: readonly IoSubject[]
  /** Results with storage reads but without a run of fio on the same machine at the same number of clients. */
  leftOut: readonly string[]
}

/** The comparison that lists runs of fio: reads/s by machine and test. */
export const FIO_READS: Comparison = {
  ...DEFAULT_COMPARISON,
  filters: { benchmark: [FIO] },
  rows: ['hardware'],
  columns: ['test'],
  metrics: ['r/s'],
  base: { kind: 'none' },
  show: 'absolute',
}

/** Tests of fio that read, with their machines; random reads first, because databases read randomly. */
export function fioReads({ tables }: Grid): { test: string; hardware: string[] }[] {
  const found = tables.flatMap(({ columns, groups }) =>
    columns.map(({ values: [test = ''] }, at) => {
      const rows = groups.flatMap((group) => group.rows).filter(({ cells }) => cells[at]?.value != null)
      return { test, hardware: rows.flatMap(({ values: [hardware] }) => hardware ?? []) }
    }),
  )
  const isRandom = ({ test }: { test: string }) => (test.startsWith('randread ') ? 0 : 1)
  return found.filter(({ hardware }) => hardware.length > 0).sort((a, b) => isRandom(a) - isRandom(b))
}

/** The comparison that lists benchmarks and workloads which read storage on those machines. */
export const workloadReads = (requested: Comparison, hardware: readonly string[]): Comparison => ({
  ...FIO_READS,
  filters: { ...requested.filters, hardware: [...hardware] },
  rows: ['workload'],
  columns: ['benchmark'],
})

/** Benchmarks and workloads with reads in that grid, except those of fio. */
export function benchmarksAndWorkloads({ tables }: Grid): { benchmarks: string[]; workloads: string[] } {
  const benchmarks = new Set<string>()
  const workloads = new Set<string>()
  for (const { columns, groups } of tables) {
    for (const { values, cells } of groups.flatMap(({ rows }) => rows)) {
      for (const [at, { value }] of cells.entries()) {
        const benchmark = columns[at]?.values[0] ?? FIO
        if (value === null || benchmark === FIO) continue
        benchmarks.add(benchmark)
        workloads.add(values[0] ?? '')
      }
    }
  }
  return { benchmarks: [...benchmarks], workloads: [...workloads] }
}

/**
 * The comparison of the study: tests by the differing dimensions, divided by fio on the same machine at the same number
 * of clients.
 */
export function ioComparison(requested: Comparison, fioTest: string): Comparison {
  const apart = (['hardware', 'workload', 'clients'] as const).filter(
    (dimension) => !requested.rows.includes(dimension) && !requested.columns.includes(dimension),
  )
  const others = requested.tables.filter((dimension) => !(apart as readonly string[]).includes(dimension))
  return {
    ...requested,
    tables: [...others, ...apart],
    metrics: [...METRICS],
    base: { kind: 'values', values: { benchmark: FIO, test: fioTest } },
    show: 'both',
  }
}

/** The test of fio that the base names; null without one. */
export const fioTestOf = ({ base }: Comparison): string | null =>
  namedBase(base).find(({ dimension }) => dimension === 'test')?.value ?? null

/**
 * IO efficiency and the latency model of a grid of `ioComparison`. Results without storage reads are skipped; those
 * without a base are listed as left out. Labels omit values that all results share.
 */
export function ioEfficiencyOf(grid: Grid, { tables: tableDimensions }: Pick<Comparison, 'tables'>): IoEfficiency {
  const found = rowsOf(grid).filter(({ cells }) => cells.get('r/s')?.value != null)
  const columnLabel = labelOf(
    grid.columnDimensions,
    found.map(({ columnValues }) => columnValues),
  )
  const isClients = (dimension: DimensionName) => dimension === 'clients'
  const tableLabel = labelOf(
    tableDimensions,
    found.map(({ tableValues }) => tableValues),
    isClients,
  )
  const leftOut: string[] = []
  const subjects = new Map<string, IoSubject & { tests: IoTest[] }>()
  for (const { test, tableValues, columnValues, cells } of found) {
    const [of, label, reads] = [columnLabel(columnValues), tableLabel(tableValues), cells.get('r/s')]
    if (reads === undefined || reads.value === null) continue
    if (reads.baseValue === null || reads.baseValue === 0) {
      leftOut.push([test, of, label].filter((part) => part !== '').join(', '))
      continue
    }
    const clients = Number(tableValues[tableDimensions.findIndex(isClients)] ?? 1)
    const baseline = baselineOf(cells, reads.baseValue)
    const subject = subjects.get(label) ?? { label, clients, baseline, tests: [] }
    subjects.set(label, subject)
    subject.tests.push(testOf({ test, of, reads, cells }, { value: reads.value, baseline, clients }))
  }
  return { subjects: [...subjects.values()], leftOut }
}

type Row = {
  test: string
  tableValues: readonly string[]
  columnValues: readonly string[]
  cells: ReadonlyMap<string, Cell>
}

/** A row for each test and column. Tables with the same key differ only in their metric. */
function rowsOf({ tables }: Grid): Row[] {
  const byKey = Map.groupBy(tables, ({ key }) => JSON.stringify(key.values))
  return [...byKey.values()].flatMap((all) => {
    const [first] = all
    return (first?.groups ?? []).flatMap(({ rows }, group) =>
      rows.flatMap((row, index) =>
        (first?.columns ?? []).map(({ values: columnValues }, column): Row => {
          const cells = all.map((table) => [table.metric, table.groups[group]?.rows[index]?.cells[column]] as const)
          return {
            test: row.label,
            tableValues: first?.key.values ?? [],
            columnValues,
            cells: new Map(cells.flatMap(withCell)),
          }
        }),
      ),
    )
  })
}

/** Label of the dimensions in which the results differ, and of those that are always shown. */
function labelOf(
  dimensions: readonly DimensionName[],
  all: readonly (readonly string[])[],
  isStated: (dimension: DimensionName) => boolean = () => false,
): (values: readonly string[]) => string {
  const shown = dimensions
    .map((dimension, i) => ({ dimension, i }))
    .filter(({ dimension, i }) => isStated(dimension) || new Set(all.map((values) => values[i])).size > 1)
  return (values) => shown.map(({ dimension, i }) => valueLabel(dimension, values[i] ?? '')).join(', ')
}

const withCell = ([metric, cell]: readonly [string, Cell | undefined]): [string, Cell][] =>
  cell === undefined ? [] : [[metric, cell]]

function testOf(
  { test, of, reads, cells }: Pick<IoTest, 'test' | 'of' | 'reads' | 'cells'>,
  { value, baseline, clients }: { value: number; baseline: Baseline; clients: number },
): IoTest {
  const cpu = cpuPerRead((metric) => cells.get(metric)?.value ?? null)
  const cpuIncrease = cpu === null || baseline.cpu === null ? null : cpu.total - baseline.cpu.total
  const userIncrease = cpu?.user == null || baseline.cpu?.user == null ? null : cpu.user - baseline.cpu.user
  return {
    test,
    of,
    reads,
    efficiency: value / baseline.readsPerSecond,
    cpu,
    userIncrease,
    cpuIncrease,
    model:
      cpuIncrease === null || baseline.cpu === null || baseline.latencyUs === null
        ? null
        : modelOf({ cpuIncrease, fioCpu: baseline.cpu.total, fioLatency: baseline.latencyUs, clients }),
    cells,
  }
}

function baselineOf(cells: ReadonlyMap<string, Cell>, readsPerSecond: number): Baseline {
  const read = (metric: string) => cells.get(metric)?.baseValue ?? null
  return { readsPerSecond, latencyUs: read('usec_op'), cpu: cpuPerRead(read) }
}

/** Measured CPU per read, or else CPU per operation / reads per operation, split into user and kernel as by vmstat. */
function cpuPerRead(read: (metric: string) => number | null): CpuPerRead | null {
  const [user, kernel, total] = [read('usPer'), read('syPer'), read('cpuPer')]
  const stated = total ?? (user === null || kernel === null ? null : user + kernel)
  if (stated !== null) return { user, total: stated }
  const [perOperation, reads, us, sy] = [read('cpu_us/o'), read('r/o'), read('cpu_us'), read('cpu_sy')]
  if (perOperation === null || reads === null || reads === 0) return null
  const perRead = perOperation / reads
  return { user: us === null || sy === null || us + sy === 0 ? null : (perRead * us) / (us + sy), total: perRead }
}
