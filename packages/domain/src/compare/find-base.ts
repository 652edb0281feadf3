import { axisLabel, dimensionWord, valueLabel } from './axis-label.ts'
import type { Context } from './context.ts'
import type { DimensionName } from './dimension.ts'
import type { Order } from './dimension-order.ts'
import { type Axes, type Keys, keyId, type PivotTable } from './pivot.ts'
import type { Point } from './point.ts'
import { freeDimensions, type NamedBase } from './points-needed.ts'

/** What the cells of one table are divided by. */
export type TableBase = {
  /** In words: "12.22 x10a_c32r128"; null without a base. */
  label: string | null
  pointsOf(row: string, column: string): readonly Point[]
  isRow(row: string): boolean
  isColumn(column: string): boolean
  isCell(row: string, column: string): boolean
}

/** A table with its listed keys in order, as it will be shown. */
export type OrderedTable = PivotTable & { id: string; rowIds: readonly string[]; columnIds: readonly string[] }

export type NamedBaseResults = {
  named: readonly NamedBase[]
  /** Only results that have all values that the base names. */
  tables: ReadonlyMap<string, PivotTable>
  /** True when every listed result has the values that the base names for dimensions on no axis. */
  hiddenAgree: boolean
}

const never = () => false
const NO_BASE: TableBase = { label: null, pointsOf: () => [], isRow: never, isColumn: never, isCell: never }

/** Finds the base of every cell of one table. */
export function findTableBase(table: OrderedTable, results: NamedBaseResults, context: Context): TableBase {
  switch (context.comparison.base.kind) {
    case 'none':
      return NO_BASE
    case 'first-row':
      return firstRowBase(table, context.axes)
    case 'first-column':
      return firstColumnBase(table, context.axes)
    case 'first-cell':
      return firstCellBase(table, context.axes)
    case 'target':
      return { ...NO_BASE, label: 'the target rate' }
    case 'values':
      return namedTableBase(table, results, context)
  }
}

function firstRowBase(table: OrderedTable, axes: Axes): TableBase {
  const first = table.rowIds[0]
  if (first === undefined) return NO_BASE
  return {
    label: axisLabel(axes.rows, table.rows.get(first) ?? []),
    pointsOf: (_row, column) => table.cells.get(first)?.get(column) ?? [],
    isRow: (row) => row === first,
    isColumn: never,
    isCell: (row) => row === first,
  }
}

function firstColumnBase(table: OrderedTable, axes: Axes): TableBase {
  const first = table.columnIds[0]
  if (first === undefined) return NO_BASE
  return {
    label: axisLabel(axes.columns, table.columns.get(first) ?? []),
    pointsOf: (row) => table.cells.get(row)?.get(first) ?? [],
    isRow: never,
    isColumn: (column) => column === first,
    isCell: (_row, column) => column === first,
  }
}

/** The first row that has a result in the first column. */
function firstCellBase(table: OrderedTable, axes: Axes): TableBase {
  const column = table.columnIds[0] ?? ''
  const row = table.rowIds.find((id) => table.cells.get(id)?.has(column))
  if (row === undefined) return NO_BASE
  const points = table.cells.get(row)?.get(column) ?? []
  const label = [
    axisLabel(axes.rows, table.rows.get(row) ?? []),
    axisLabel(axes.columns, table.columns.get(column) ?? []),
  ]
  return {
    label: label.filter((part) => part !== '').join(' '),
    pointsOf: () => points,
    isRow: never,
    isColumn: never,
    isCell: (ownRow, ownColumn) => ownRow === row && ownColumn === column,
  }
}

function namedTableBase(
  table: OrderedTable,
  { named, tables, hiddenAgree }: NamedBaseResults,
  { axes, orders }: Context,
): TableBase {
  const tableKeys = new Map([...tables].map(([id, { values }]) => [id, values]))
  const toTable = resolveAxis(axes.tables, new Map([[table.id, table.values]]), tableKeys, named, orders.tables)
  const baseTable = tables.get(toTable.get(table.id) ?? '')
  const toRow = resolveAxis(axes.rows, table.rows, baseTable?.rows ?? new Map(), named, orders.rows)
  const toColumn = resolveAxis(axes.columns, table.columns, baseTable?.columns ?? new Map(), named, orders.columns)

  const names = (axis: readonly DimensionName[]) => named.some(({ dimension }) => axis.includes(dimension))
  const isSame = (resolved: ReadonlyMap<string, string>, id: string) => resolved.get(id) === id
  const tableIsBase = isSame(toTable, table.id) && hiddenAgree
  return {
    label: namedLabel(axes, { named, baseTable, toRow, toColumn, rows: table.rows, columns: table.columns }),
    pointsOf: (row, column) => baseTable?.cells.get(toRow.get(row) ?? '')?.get(toColumn.get(column) ?? '') ?? [],
    isRow: (row) => tableIsBase && names(axes.rows) && isSame(toRow, row),
    isColumn: (column) => tableIsBase && names(axes.columns) && isSame(toColumn, column),
    isCell: (row, column) => tableIsBase && isSame(toRow, row) && isSame(toColumn, column),
  }
}

/**
 * For each key of an axis, the key of its base. What the base does not name stays as it is (18.0 at 40 clients is
 * divided by 17.6 at 40 clients), but configs and the like may differ: then the first key that agrees in most is it.
 */
function resolveAxis(
  dimensions: readonly DimensionName[],
  keys: Keys,
  baseKeys: Keys,
  named: readonly NamedBase[],
  order: Order<readonly string[]>,
): Map<string, string> {
  const isNamed = (dimension: DimensionName) => named.some((entry) => entry.dimension === dimension)
  const free = freeDimensions(named)
  // The workload of another benchmark has another name wherever it stands.
  const isForeign = named.some(({ dimension }) => dimension === 'benchmark') && dimensions.some((one) => free.has(one))
  if (!dimensions.some(isNamed) && !isForeign) return new Map([...keys.keys()].map((id) => [id, id]))
  const open = dimensions.map((dimension, i) => ({ dimension, i })).filter(({ dimension }) => !isNamed(dimension))
  const fixed = open.filter(({ dimension }) => !free.has(dimension))
  const candidates = [...baseKeys.values()].sort(order)
  const resolved = new Map<string, string>()
  for (const [id, values] of keys) {
    const agrees = (candidate: readonly string[]) => fixed.every(({ i }) => candidate[i] === values[i])
    const best = bestBy(candidates.filter(agrees), (candidate) => open.map(({ i }) => candidate[i] === values[i]))
    if (best !== undefined) resolved.set(id, keyId(best))
  }
  return resolved
}

/** The first candidate that agrees in the first dimension where any does, then in the second, and so on. */
function bestBy(
  candidates: readonly (readonly string[])[],
  agreement: (candidate: readonly string[]) => readonly boolean[],
): readonly string[] | undefined {
  const rank = (candidate: readonly string[]) =>
    agreement(candidate)
      .map((same) => (same ? '0' : '1'))
      .join('')
  let best: { candidate: readonly string[]; rank: string } | undefined
  for (const candidate of candidates) {
    const own = rank(candidate)
    if (best === undefined || own < best.rank) best = { candidate, rank: own }
  }
  return best?.candidate
}

type Resolution = {
  named: readonly NamedBase[]
  baseTable: PivotTable | undefined
  toRow: ReadonlyMap<string, string>
  toColumn: ReadonlyMap<string, string>
  rows: Keys
  columns: Keys
}

/** What all base keys have in common, and what they take from the cell: "1 client of the same version". */
function namedLabel(axes: Axes, { named, baseTable, toRow, toColumn, rows, columns }: Resolution): string {
  const onAxes = new Set([...axes.rows, ...axes.columns])
  const elsewhere = named.filter(({ dimension }) => !onAxes.has(dimension))
  return [
    axisBaseLabel(axes.columns, named, toColumn, baseTable?.columns ?? columns),
    axisBaseLabel(axes.rows, named, toRow, baseTable?.rows ?? rows),
    ...elsewhere.map(({ dimension, value }) => valueLabel(dimension, value)),
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function axisBaseLabel(
  dimensions: readonly DimensionName[],
  named: readonly NamedBase[],
  resolved: ReadonlyMap<string, string>,
  baseKeys: Keys,
): string {
  const here = named.filter(({ dimension }) => dimensions.includes(dimension))
  if (here.length === 0) return ''
  const bases = [...new Set(resolved.values())].map((id) => baseKeys.get(id) ?? [])
  if (bases.length === 0) return here.map(({ dimension, value }) => valueLabel(dimension, value)).join(' ')
  const isCommon = (i: number) => bases.every((values) => values[i] === bases[0]?.[i])
  const words = dimensions.map((dimension, i) => (isCommon(i) ? valueLabel(dimension, bases[0]?.[i] ?? '') : ''))
  const free = freeDimensions(named)
  const same = dimensions.filter((dimension, i) => !isCommon(i) && !free.has(dimension))
  const common = words.filter((word) => word !== '').join(' ')
  return same.length === 0 ? common : `${common} of the same ${same.map(dimensionWord).join(' and ')}`
}
