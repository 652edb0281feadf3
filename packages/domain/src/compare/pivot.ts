import type { DimensionName } from './dimension.ts'
import type { Point, TestInfo } from './point.ts'

export type Axes = {
  tables: readonly DimensionName[]
  rows: readonly DimensionName[]
  columns: readonly DimensionName[]
}

/** Value of a dimension of a point; the empty text when the point has none. */
export type ReadCoordinate = (point: Point, dimension: DimensionName) => string

/** Keys of an axis: an id made of the values, and the values in the order of the dimensions. */
export type Keys = ReadonlyMap<string, readonly string[]>

export type PivotTable = {
  values: readonly string[]
  rows: Keys
  columns: Keys
  /** Points that share all values of the axes, by row id, then by column id. */
  cells: ReadonlyMap<string, ReadonlyMap<string, readonly Point[]>>
}

/**
 * Returns a function that reads coordinates. The group comes from the test; all other coordinates come from the point.
 */
export function createCoordinateLookup(tests: readonly TestInfo[]): ReadCoordinate {
  const groups = new Map(tests.map(({ name, group }) => [name, group ?? '']))
  return ({ coordinates }, dimension) => {
    if (dimension !== 'group') return coordinates[dimension] ?? ''
    return groups.get(coordinates.test ?? '') ?? coordinates.group ?? ''
  }
}

/** Names cannot contain NUL, so different values have different ids. */
const SEPARATOR = '\u0000'
export const keyId = (values: readonly string[]): string => values.join(SEPARATOR)

/** The values of an id, the inverse of `keyId` on an axis with at least one dimension. */
export const valuesOfId = (id: string): readonly string[] => id.split(SEPARATOR)

/** Groups points by three axes in one pass. Tables, rows and columns are in the order of their first point. */
export function pivot(points: readonly Point[], axes: Axes, read: ReadCoordinate): ReadonlyMap<string, PivotTable> {
  const tables = new Map<string, MutableTable>()
  for (const point of points) {
    const table = getOrMake(tables, idOn(axes.tables, point, read), () => newTable(valuesOn(axes.tables, point, read)))
    const row = addKey(table.rows, axes.rows, point, read)
    const column = addKey(table.columns, axes.columns, point, read)
    const cells = getOrMake(table.cells, row, () => new Map<string, Point[]>())
    getOrMake(cells, column, () => []).push(point)
  }
  return tables
}

type MutableTable = {
  values: readonly string[]
  rows: Map<string, readonly string[]>
  columns: Map<string, readonly string[]>
  cells: Map<string, Map<string, Point[]>>
}

const newTable = (values: readonly string[]): MutableTable => ({
  values,
  rows: new Map(),
  columns: new Map(),
  cells: new Map(),
})

function addKey(
  keys: Map<string, readonly string[]>,
  axis: readonly DimensionName[],
  point: Point,
  read: ReadCoordinate,
): string {
  const id = idOn(axis, point, read)
  if (!keys.has(id)) keys.set(id, valuesOn(axis, point, read))
  return id
}

const valuesOn = (axis: readonly DimensionName[], point: Point, read: ReadCoordinate): string[] =>
  axis.map((dimension) => read(point, dimension))

/** Same as `keyId` of the values, without creating an array for each result. */
export function idOn(axis: readonly DimensionName[], point: Point, read: ReadCoordinate): string {
  let id = ''
  for (let i = 0; i < axis.length; i += 1) {
    const dimension = axis[i]
    if (dimension !== undefined) id += (i === 0 ? '' : SEPARATOR) + read(point, dimension)
  }
  return id
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
