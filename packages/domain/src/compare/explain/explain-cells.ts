import { AS_PUBLISHED_PREFIX, PRIMARY_METRIC } from '../../run/metric.ts'
import { compareTables } from '../compare.ts'
import { type Comparison, withoutVerdicts } from '../comparison.ts'
import type { Cell, GridTables } from '../grid.ts'
import type { PointSet } from '../point.ts'
import type { CellRef } from '../tldr/tldr.ts'
import { rowsOf } from '../tldr/tldr-blocks.ts'
import type { Evidence } from './cell-evidence.ts'
import { cellFinder } from './cell-finder.ts'
import { clientsOf } from './client-counts.ts'
import { type Explanation, explain } from './explain.ts'
import { EXPLAINING_METRICS, SIGNALS, type Signal, type SignalName } from './signals.ts'
import { WAIT_METRICS, type Wait } from './wait-events.ts'

/** A cell of a grid and the explanation of its change. */
export type ExplainedCell = { place: CellRef; explanation: Explanation }

/** The metrics that results need so that the cells of a comparison can be explained. */
export const metricsToExplain = ({ metrics }: Pick<Comparison, 'metrics'>): string[] => [
  ...new Set([...metrics, PRIMARY_METRIC, ...EXPLAINING_METRICS, ...WAIT_METRICS]),
]

/**
 * Explains the changed cells, and cells whose response time moved while their throughput did not. All numbers come from
 * comparisons: of the explaining metrics, and of fewer clients if these are in another table.
 *
 * @param set results of the comparison and its base with `metricsToExplain`; for contention also at other clients.
 * @param grid grid of the comparison; explanations refer to its cells.
 */
export function explainCells(set: PointSet, comparison: Comparison, grid: GridTables): ExplainedCell[] {
  const whole = { ...withoutVerdicts(comparison), metrics: measuredMetrics(set, comparison) }
  const waitMetrics = WAIT_METRICS.filter((name) => whole.metrics.includes(name))
  const find = cellFinder(compareTables(set, whole), whole.metrics)
  const clients = clientsOf(set, comparison, grid)
  return grid.tables.flatMap((table, tableIndex) =>
    rowsOf(table).flatMap(({ values, cells }, row) =>
      cells.flatMap((cell, column): ExplainedCell[] => {
        if (cell.ratio === null || cell.isBase || cell.band === 'none') return []
        const at = { table: table.key.values, row: values, column: table.columns[column]?.values ?? [] }
        const own = (metric: string) => find({ ...at, metric })
        const evidence = evidenceOf(own, clients.of(at), clients.fewer(at))
        if (evidence === null) return []
        const explanation = explain({ ...evidence, waits: waitsOf(own, waitMetrics) })
        return explanation.kind === 'unchanged' && cell.band === 'neutral'
          ? []
          : [{ place: { table: tableIndex, row, column }, explanation }]
      }),
    ),
  )
}

/**
 * The metrics to explain that any result has. Each metric makes a table for every pair of versions, and most runs have
 * only a few of the explaining ones; a table of another metric would have no values.
 */
function measuredMetrics({ points, metrics }: PointSet, comparison: Comparison): string[] {
  const all = metricsToExplain(comparison)
  const declared = new Set(metrics.map(({ name }) => name))
  const requested = new Set([...comparison.metrics, PRIMARY_METRIC])
  const isMeasured = (metric: string) =>
    (declared.has(metric) || !WAIT_METRICS.includes(metric)) &&
    points.some(({ values }) => Object.hasOwn(values, metric) || Object.hasOwn(values, AS_PUBLISHED_PREFIX + metric))
  const measured = all.filter((metric) => requested.has(metric) || isMeasured(metric))
  // A comparison of the primary metric alone moves results without it to other tables (cells/substitutes.ts).
  return measured.length > 1 ? measured : all.slice(0, 2)
}

function evidenceOf(
  own: (metric: string) => Cell | null,
  clients: number | null,
  fewerClients: Evidence['fewerClients'],
): Evidence | null {
  const primary = own(PRIMARY_METRIC)
  if (primary?.ratio == null || primary.ratio <= 0 || primary.better === 'neither') return null
  const ratio = primary.better === 'higher' ? primary.ratio : 1 / primary.ratio
  const signals: Partial<Record<SignalName, Signal>> = {}
  // Object.keys returns string[], so the names need a cast.
  for (const name of Object.keys(SIGNALS) as SignalName[]) {
    for (const metric of SIGNALS[name].metrics) {
      const cell = own(metric)
      if (cell === null || cell.value === null || cell.baseValue === null || cell.metric === primary.metric) continue
      signals[name] = { name, metric, unit: cell.unit, value: cell.value, base: cell.baseValue, ratio: cell.ratio }
      break
    }
  }
  return { throughput: { metric: primary.metric, ratio }, signals, clients, fewerClients }
}

/** The waits of both sides; none when one side was not sampled. */
function waitsOf(own: (metric: string) => Cell | null, metrics: readonly string[]): Wait[] {
  const waits = metrics.flatMap((metric) => {
    const cell = own(metric)
    return cell === null ? [] : [{ metric, value: cell.value, base: cell.baseValue }]
  })
  const isSampled = waits.some(({ value }) => value !== null) && waits.some(({ base }) => base !== null)
  return isSampled ? waits.map(({ metric, value, base }) => ({ metric, value: value ?? 0, base: base ?? 0 })) : []
}
