import { PRIMARY_METRIC } from '../../run/metric.ts'
import { compareTables } from '../compare.ts'
import { type Comparison, withoutVerdicts } from '../comparison.ts'
import type { GridTables } from '../grid.ts'
import type { PointSet } from '../point.ts'
import { namedBase } from '../points-needed.ts'
import type { Evidence } from './cell-evidence.ts'
import { type Address, cellFinder } from './cell-finder.ts'

type At = Omit<Address, 'metric'>

/** The number of clients of a cell, and the same cell at fewer clients. */
export function clientsOf(
  set: PointSet,
  comparison: Comparison,
  grid: GridTables,
): { of: (at: At) => number | null; fewer: (at: At) => Evidence['fewerClients'] } {
  const axes = [comparison.tables, grid.rowDimensions, grid.columnDimensions] as const
  const [wanted, ...others] = comparison.filters.clients ?? []
  const read = (at: At, dimension: 'clients' | 'test'): string | undefined => {
    const values = [at.table, at.row, at.column]
    const axis = axes.findIndex((dimensions) => dimensions.includes(dimension))
    return values[axis]?.[axes[axis]?.indexOf(dimension) ?? -1]
  }
  const ofTest = Map.groupBy(set.points, ({ coordinates }) => coordinates.test)
  const of = (at: At): number | null => {
    const named = read(at, 'clients') ?? (others.length === 0 ? wanted : undefined)
    if (named !== undefined) return Number(named)
    const points = ofTest.get(read(at, 'test')) ?? (read(at, 'test') === undefined ? set.points : [])
    const [only, ...more] = new Set(points.map(({ coordinates }) => coordinates.clients))
    return only === undefined || more.length > 0 ? null : Number(only)
  }
  return { of, fewer: fewerClients(set, comparison, axes, of) }
}

/**
 * The same comparison with a table for each number of clients; null when the base is a number of clients, or cells mix
 * them.
 */
function fewerClients(
  set: PointSet,
  comparison: Comparison,
  axes: readonly [Comparison['tables'], GridTables['rowDimensions'], GridTables['columnDimensions']],
  of: (at: At) => number | null,
): (at: At) => Evidence['fewerClients'] {
  if (namedBase(comparison.base).some(({ dimension }) => dimension === 'clients')) return () => null
  if (new Set(set.points.map(({ coordinates }) => coordinates.clients)).size < 2) return () => null
  const { clients: _own, ...filters } = comparison.filters
  const [tables, rows, columns] = axes.map((dimensions) => dimensions.filter((name) => name !== 'clients'))
  const spread = compareTables(set, {
    ...withoutVerdicts(comparison),
    filters,
    tables: [...(tables ?? []), 'clients'],
    rows: rows ?? [],
    columns: columns ?? [],
    metrics: [PRIMARY_METRIC],
  })
  const find = cellFinder(spread, [PRIMARY_METRIC])
  const counts = [...new Set(spread.tables.map(({ key }) => Number(key.values.at(-1))))].sort((a, b) => a - b)
  const bare = (values: readonly string[], axis: 0 | 1 | 2) => values.filter((_, i) => axes[axis][i] !== 'clients')
  return (at) => {
    const mine = of(at)
    if (mine === null) return null
    const address = { row: bare(at.row, 1), column: bare(at.column, 2), metric: PRIMARY_METRIC }
    for (const clients of counts.filter((count) => count < mine)) {
      const cell = find({ ...address, table: [...bare(at.table, 0), String(clients)] })
      if (cell?.ratio == null || cell.ratio <= 0) continue
      return { clients, ratio: cell.better === 'lower' ? 1 / cell.ratio : cell.ratio }
    }
    return null
  }
}
