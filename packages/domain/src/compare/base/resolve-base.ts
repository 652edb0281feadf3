import type { Selection } from '../cells/select-points.ts'
import type { Context } from '../context.ts'
import { type Axes, idOn, keyId, type ReadCoordinate } from '../pivot.ts'
import type { Point } from '../point.ts'
import { type NamedBase, namedBase } from '../points-needed.ts'
import { type BaseDimensions, baseDimensions } from './base-dimensions.ts'
import { indexBase } from './base-index.ts'
import { ambiguous, type Choice, type Chosen, chooseBase, MISSING, type Unresolved } from './choose-base.ts'

/**
 * The base of one cell: one set of repeats (for a cell that mixes several sets, the set that is the base of each), or
 * the reason why there is none.
 */
export type BaseResolution = { kind: 'found'; points: readonly Point[]; cell: CellId } | Unresolved

/** Ids of a cell on the three axes (`keyId`). */
export type CellId = { table: string; row: string; column: string }

export type BaseResolver = {
  named: readonly NamedBase[]
  hasResults: boolean
  /** @param own results of one cell, at least one. */
  resolve(own: readonly Point[]): BaseResolution
  /** Results of the bases that `resolve` has found so far, for all tests. */
  usedResults(): readonly Point[]
}

/**
 * Finds the base of a cell when the base names values. Named dimensions have the values of the base and all others, on
 * an axis or not, those of the cell. Dimensions that depend on a named one (the config of another version) may differ
 * if exactly one value matches: the cell's own value first, then values that pass the filters, then all. A table that
 * lists results of the base uses only values that pass the filters.
 */
export function makeBaseResolver({ listed, base }: Selection, context: Context): BaseResolver {
  const named = namedBase(context.comparison.base)
  const dimensions = baseDimensions([...listed, ...base], named, context)
  const index = indexBase(base, dimensions, context)
  const passesFilter = filterOf(context)
  const byCombination = new Map<string, Chosen>()
  const isOfBase = hasNamed(named, context.read)
  const tables: BaseTables = {
    dimensions,
    shownCells: cellSizes(listed, named, context),
    isOfBase,
    unions: new Map(),
    context,
  }
  const tablesWithBase = new Set(listed.filter(isOfBase).map((point) => idOn(context.axes.tables, point, context.read)))

  return {
    named,
    hasResults: base.length > 0,
    resolve: (own) => {
      const chosen = new Map<string, Chosen>()
      const [first] = own
      const table = first === undefined ? '' : idOn(context.axes.tables, first, context.read)
      for (const point of own) {
        const id = combinationOf(point, table)
        if (!chosen.has(id)) chosen.set(id, choiceFor(point, id, tablesWithBase.has(table)))
      }
      return join([...chosen.values()], tables)
    },
    usedResults: () => {
      const used = new Set(
        [...byCombination.values()].flatMap((one) => (one.kind === 'found' ? [one.environment] : [])),
      )
      return [...used].flatMap((environment) => index.byEnvironment.get(environment) ?? [])
    },
  }

  function combinationOf(point: Point, table: string): string {
    return keyId([table, idOn(dimensions.fixed, point, context.read), idOn(dimensions.dependent, point, context.read)])
  }

  function choiceFor(point: Point, id: string, listsBase: boolean): Chosen {
    const known = byCombination.get(id)
    if (known !== undefined) return known
    const made = chooseBase(point, { dimensions, index, passesFilter, listsBase, context })
    byCombination.set(id, made)
    return made
  }
}

type FoundBase = Extract<Chosen, { kind: 'found' }>

/** State of one comparison with which the bases of cells are joined and checked. */
type BaseTables = {
  dimensions: BaseDimensions
  shownCells: ReadonlyMap<string, readonly Point[]>
  isOfBase: (point: Point) => boolean
  /** Joined results by the sets that they come from. */
  unions: Map<string, readonly Point[]>
  context: Context
}

/** Joins the bases of the sets of repeats of one cell. */
function join(all: readonly Chosen[], tables: BaseTables): BaseResolution {
  const found: FoundBase[] = []
  for (const one of all) {
    if (one.kind !== 'found') return one
    found.push(one)
  }
  const [first] = found
  const [firstPoint] = first?.points ?? []
  if (first === undefined || firstPoint === undefined) return MISSING
  const points = union(found, tables.unions)
  const cell = cellIdOf(firstPoint, tables.context)
  return conflict(points, cell, tables) ?? { kind: 'found', points, cell }
}

/** Returns the same array for the same sets, so that each base is measured once. */
function union(found: readonly FoundBase[], unions: BaseTables['unions']): readonly Point[] {
  const sets = new Map(found.map(({ id, points }) => [id, points]))
  const [only, ...others] = sets.values()
  if (others.length === 0) return only ?? []
  const id = keyId([...sets.keys()].sort())
  const known = unions.get(id)
  if (known !== undefined) return known
  const made = [...sets.values()].flat()
  unions.set(id, made)
  return made
}

/** Returns an ambiguity unless the base is one cell of its table with exactly its results. */
function conflict(
  points: readonly Point[],
  cell: CellId,
  { dimensions, shownCells, isOfBase, context }: BaseTables,
): BaseResolution | null {
  const isElsewhere = (point: Point) => {
    const { table, row, column } = cellIdOf(point, context)
    return table !== cell.table || row !== cell.row || column !== cell.column
  }
  const other = points.find(isElsewhere)
  const shown = shownCells.get(keyId([cell.table, cell.row, cell.column]))
  const isMixed = shown?.every(isOfBase) === true && shown.length !== points.length
  if (other === undefined && !isMixed) return null
  return severalValues(other === undefined ? (shown ?? []) : points, dimensions, context)
}

/** Listed results by cell, to check that the base of a table equals the cell that shows it. */
function cellSizes(listed: readonly Point[], named: readonly NamedBase[], context: Context): Map<string, Point[]> {
  const cells = new Map<string, Point[]>()
  if (named.length === 0) return cells
  for (const point of listed) {
    const { table, row, column } = cellIdOf(point, context)
    const id = keyId([table, row, column])
    const known = cells.get(id)
    if (known === undefined) cells.set(id, [point])
    else known.push(point)
  }
  return cells
}

const hasNamed =
  (named: readonly NamedBase[], read: ReadCoordinate) =>
  (point: Point): boolean =>
    named.every(({ dimension, value }) => read(point, dimension) === value)

const cellIdOf = (point: Point, { axes, read }: { axes: Axes; read: ReadCoordinate }): CellId => ({
  table: idOn(axes.tables, point, read),
  row: idOn(axes.rows, point, read),
  column: idOn(axes.columns, point, read),
})

/** The first dimension in which results of one base differ. */
function severalValues(
  points: readonly Point[],
  { fixed, dependent }: BaseDimensions,
  context: Context,
): BaseResolution {
  for (const dimension of [...dependent, ...fixed]) {
    const values = new Set(points.map((point) => context.read(point, dimension)))
    if (values.size > 1) return ambiguous(dimension, values, context)
  }
  return MISSING
}

function filterOf({ comparison }: Context): Choice['passesFilter'] {
  const { filters } = comparison
  return (dimension, value) => filters[dimension]?.includes(value) ?? true
}
