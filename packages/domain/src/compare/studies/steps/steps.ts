import { BACKGROUND_RATE, RELATIVE_QPS } from '../../../benchmarks/iibench/iibench-metrics.ts'
import { plural } from '../../../plural.ts'
import type { Comparison } from '../../comparison.ts'
import { DEFAULT_BANDS } from '../../comparison.ts'
import type { DimensionName } from '../../dimension.ts'
import type { Cell, Grid } from '../../grid.ts'
import { listNames } from '../../render/list-names.ts'

/** The comparisons of the study; the engine answers each. */
type StepsComparisons = {
  /** Throughput of each step, with quartile bands. */
  throughput: Comparison
  /** Throughput divided by that of one row. */
  relative: Comparison
  /** Background rate of each step vs its target rate. */
  background: Comparison
}

/** Default rows; they include the config, because config names need not match between versions. */
const SERVER: readonly DimensionName[] = ['product', 'version', 'config']

/**
 * Steps are columns and the compared dimension is on rows. Workloads, such as cached and IO-bound, are also columns
 * unless the comparison has them on rows or tables.
 */
export function stepsComparisons(requested: Comparison): StepsComparisons {
  const common = laidOut(requested)
  const relative: Comparison = {
    ...common,
    show: 'relative',
    base: requested.base.kind === 'values' ? requested.base : { kind: 'first-row' },
    bands: requested.bands.kind === 'relative' ? requested.bands : { kind: 'relative', ...DEFAULT_BANDS },
  }
  return {
    throughput: { ...common, show: 'absolute', base: { kind: 'none' }, bands: { kind: 'quartile' } },
    relative,
    background: { ...common, metrics: [BACKGROUND_RATE], show: 'both', base: { kind: 'target' } },
  }
}

function laidOut(requested: Comparison): Comparison {
  const isCompared = (dimension: DimensionName) => dimension !== 'test'
  const compared = [...requested.rows, ...requested.columns.filter((dimension) => dimension !== 'workload')].filter(
    isCompared,
  )
  const rows = compared.length === 0 ? SERVER : compared
  const tables = requested.tables.filter((dimension) => isCompared(dimension) && !rows.includes(dimension))
  const placed = [...rows, ...tables]
  return {
    ...requested,
    // By default `each` puts repeats on the columns, but here steps are there.
    rows: requested.repeats === 'each' && !placed.includes('repeat') ? [...rows, 'repeat'] : [...rows],
    columns: placed.includes('workload') ? ['test'] : ['workload', 'test'],
    tables,
    metrics: requested.metrics.slice(0, 1),
    onlyChanged: false,
    sort: { kind: 'order' },
  }
}

/** The grid without summaries, because an average over servers is meaningless. */
export function withoutAverages(grid: Grid): Grid {
  const tables = grid.tables.map((table) => ({
    ...table,
    groups: table.groups.map((group) => ({ ...group, summaries: [] })),
  }))
  return { ...grid, tables }
}

/** The steps of all grids, in the order of the benchmark. */
export function stepsOf(...grids: readonly Grid[]): string[] {
  const names = new Set<string>()
  for (const { tables } of grids) {
    for (const { columns } of tables) for (const { values } of columns) names.add(values.at(-1) ?? '')
  }
  return [...names]
}

/** A background rate below its target, with its server, step and table. */
type MissedTarget = { server: string; step: string; table: string; rate: number; target: number }

export function missedTargets(background: Grid): MissedTarget[] {
  return background.tables.flatMap(({ key, columns, groups }) =>
    groups.flatMap(({ rows }) =>
      rows.flatMap(({ label, cells }) =>
        cells.flatMap(({ band, value, baseValue }, at): MissedTarget[] => {
          if (band !== 'worse' || value === null || baseValue === null) return []
          return [{ server: label, step: columns[at]?.label ?? '', table: key.label, rate: value, target: baseValue }]
        }),
      ),
    ),
  )
}

/** Summary of the page in one or two sentences. */
export function stepsSentence({ throughput, background }: StepsGrids): string {
  const rates = cellsOf(background).filter(({ value, baseValue }) => value !== null && baseValue !== null)
  const size = `${plural(serversOf([throughput]).size, 'server')}, ${plural(stepsOf(throughput).length, 'step')}.`
  if (rates.length === 0) return size
  const missed = missedTargets(background)
  if (missed.length === 0) return `${size} All ${rates.length} background rates are at 95% of their targets or above.`
  const texts = missed.slice(0, MAX_LISTED_MISSES).map(({ server, step, rate, target }) => {
    return `${server} in ${step} (${plain(rate)} of ${plain(target)}/s)`
  })
  const left = missed.length - texts.length
  const which = listNames(left > 0 ? [...texts, `${left} more`] : texts)
  return `${size} ${missed.length} of ${rates.length} background rates missed their target: ${which}.`
}

type StepsGrids = { throughput: Grid; background: Grid }

/**
 * The grid with only those tables that have rates; results that were published as ratios have no absolute throughput.
 */
export const withRates = (grid: Grid): Grid => ({
  ...grid,
  tables: grid.tables.filter(({ metric }) => metric !== RELATIVE_QPS),
})

/** Labels of servers, with the table if there are several. */
function serversOf(grids: readonly Grid[]): Set<string> {
  const names = grids.flatMap(({ tables }) =>
    tables.flatMap(({ key, groups }) => groups.flatMap(({ rows }) => rows.map(({ label }) => `${key.label} ${label}`))),
  )
  return new Set(names)
}

const MAX_LISTED_MISSES = 3

const cellsOf = ({ tables }: Grid): Cell[] =>
  tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)))

const plain = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 })
