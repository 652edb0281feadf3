import type { Comparison } from '../../compare/comparison.ts'
import type { Cell } from '../../compare/grid.ts'
import { joinList } from '../../compare/render/list-text.ts'

/** Known dimension values of a cell: filters with one value, and the values of its axes. */
export type CellCoordinates = Iterable<readonly [dimension: string, value: string]>

/** True for dimensions that the query takes from the cell; all others come from its newest run. */
const isKept = (dimension: string): boolean =>
  dimension === 'test' || dimension === 'clients' || dimension.startsWith('param:')

/**
 * The query of the series that contains a cell: its test and metric on the machine, config and build line of its newest
 * run, over versions. It is written without the schema of queries, whose code the browser need not load for a link.
 *
 * @returns null for a cell without a run or a test.
 */
export function seriesOfCell(cell: Pick<Cell, 'runIds' | 'metric'>, coordinates: CellCoordinates): string | null {
  const [run] = cell.runIds
  const filters = new Map([...coordinates].filter(([dimension, value]) => isKept(dimension) && value !== ''))
  if (run === undefined || !filters.has('test')) return null
  const query = new URLSearchParams({ metrics: joinList([cell.metric]) })
  for (const [dimension, value] of filters) query.set(dimension, joinList([value]))
  query.set('run', run)
  return query.toString()
}

/** Filters of a comparison with exactly one value, as coordinates of all its cells. */
export const singleFilters = ({ filters }: Pick<Comparison, 'filters'>): [string, string][] =>
  Object.entries(filters).flatMap(([dimension, values]): [string, string][] => {
    const [only, ...others] = values ?? []
    return only === undefined || others.length > 0 ? [] : [[dimension, only]]
  })

/** Coordinates that all cells of a table share: filters with one value, and the table dimensions. */
export const tableCoordinates = (
  comparison: Pick<Comparison, 'filters' | 'tables'>,
  values: readonly string[],
): [string, string][] => [
  ...singleFilters(comparison),
  ...comparison.tables.map((dimension, at): [string, string] => [dimension, values[at] ?? '']),
]
