import type { DimensionName } from './dimension.ts'
import type { Point, TestInfo } from './point.ts'

export type Axes = {
  tables: readonly DimensionName[]
  rows: readonly DimensionName[]
  columns: readonly DimensionName[]
}

/** Value of a dimension of a point; the empty text when the point has none. */
export type ReadCoordinate = (point: Point, dimension: DimensionName) => string

/** Keys of an axis: an id made of the values, and the values in the order of the axis. */
export type Keys = ReadonlyMap<string, readonly string[]>

export type PivotTable = {
  values: readonly string[]
  rows: Keys
  columns: Keys
  /** Points that share all values of the axes, by row id, then by column id. */
  cells: ReadonlyMap<string, ReadonlyMap<string, readonly Point[]>>
}

/** `group` follows from the test; everything else the point says itself. */
export function coordinateReader(tests: readonly TestInfo[]): ReadCoordinate {
  const groups = new Map(tests.map(({ name, group }) => [name, group ?? '']))
  return ({ coordinates }, dimension) => {
    if (dimension !== 'group') return coordinates[dimension] ?? ''
    return groups.get(coordinates.test ?? '') ?? coordinates.group ?? ''
  }
}

/** Names hold no NUL, so different values never make one id. */
export const keyId = (values: readonly string[]): string => values.join('\u0000')

/** Lays points on three axes, in one pass. Tables, rows and columns stand in the order of their first point. */
export function pivot(points: readonly Point[], axes: Axes, read: ReadCoordinate): ReadonlyMap<string, PivotTable> {
  const tables = new Map<string, MutableTable>()
  for (const point of points) {
    const valuesOn = (axis: readonly DimensionName[]) => axis.map((dimension) => read(point, dimension))
    const tableValues = valuesOn(axes.tables)
    const table = getOrMake(tables, keyId(tableValues), () => newTable(tableValues))
    const row = addKey(table.rows, valuesOn(axes.rows))
    const column = addKey(table.columns, valuesOn(axes.columns))
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

function addKey(keys: Map<string, readonly string[]>, values: readonly string[]): string {
  const id = keyId(values)
  if (!keys.has(id)) keys.set(id, values)
  return id
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
